import type { ServerResponse } from 'node:http';
import { SECURITY_HEADERS } from '../http/send-reply.js';

/** How long to wait for late lines and reconnections before a program counts as exited, in milliseconds. */
const GRACE_MS = 2_000;

/**
 * Tracks which attached programs are alive. Each keeps a connection open, which the system closes when the process exits for any reason.
 */
export class AttachedPrograms {
  readonly #onEnd: (program: string) => void;
  readonly #connections = new Map<string, Set<ServerResponse>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isOver = false;

  /** @param onEnd called when a program has exited, and again if it sent more lines after that */
  constructor(onEnd: (program: string) => void) {
    this.#onEnd = onEnd;
  }

  /** Registers the connection that a program keeps open. */
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

  /** Records that a program has sent lines. */
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
