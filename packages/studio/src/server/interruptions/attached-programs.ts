import type { ServerResponse } from 'node:http';
import { SECURITY_HEADERS } from '../http/send-reply.js';

/** Lines of a program that has ended may still arrive, and a program that lost its connection connects again. */
const GRACE_MS = 2_000;

/**
 * Knows which attached programs are alive: each holds a connection open, which the system closes when its process ends in whatever way.
 */
export class AttachedPrograms {
  readonly #onEnd: (program: string) => void;
  readonly #connections = new Map<string, Set<ServerResponse>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isOver = false;

  /** @param onEnd called when a program has ended; again if it told of something afterwards */
  constructor(onEnd: (program: string) => void) {
    this.#onEnd = onEnd;
  }

  /** Takes the connection that a program holds open. */
  hold(program: string, response: ServerResponse): void {
    const held = this.#connections.get(program) ?? new Set();
    this.#connections.set(program, held.add(response));
    response.writeHead(200, { ...SECURITY_HEADERS, 'content-type': 'text/plain' });
    response.flushHeaders();
    response.on('close', () => {
      held.delete(response);
      if (held.size > 0) return;
      if (this.#connections.get(program) === held) this.#connections.delete(program);
      this.#wait(program);
    });
  }

  /** A program has told of something. */
  note(program: string): void {
    if (!this.#connections.has(program)) this.#wait(program);
  }

  close(): void {
    this.#isOver = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    for (const held of this.#connections.values()) for (const response of held) response.destroy();
    this.#connections.clear();
  }

  #wait(program: string): void {
    if (this.#isOver) return;
    clearTimeout(this.#timers.get(program));
    const timer = setTimeout(() => {
      this.#timers.delete(program);
      if (!this.#connections.has(program)) this.#onEnd(program);
    }, GRACE_MS);
    this.#timers.set(program, timer.unref());
  }
}
