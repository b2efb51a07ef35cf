import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./worker.js', import.meta.url));

/** A number of worker processes. A worker that was killed is replaced. */
export class Workers {
  readonly #args: readonly string[];
  readonly #children = new Set<ChildProcess>();
  /** The workers that have started to execute runs. If none does, the example would wait forever. */
  readonly #ready = new Set<ChildProcess>();
  #killed = 0;

  constructor(count: number, args: readonly string[]) {
    this.#args = [PROGRAM, ...args];
    for (let index = 0; index < count; index++) this.#start();
  }

  get killed(): number {
    return this.#killed;
  }

  /**
   * Kills one worker after the other, as a power cut would, until the signal is aborted.
   * @param limit How many may have been killed by now. It grows with the finished runs: where a worker starts more slowly than the others
   * are killed, no run would ever finish.
   */
  async killAtRandom(everyMs: number, limit: () => number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await setTimeout(everyMs * (0.5 + Math.random()), undefined, { signal }).catch(() => {
        // All runs have ended.
      });
      const children = [...this.#ready];
      const victim = children[Math.floor(Math.random() * children.length)];
      if (signal.aborted || victim === undefined || this.#killed >= limit()) continue;
      this.#children.delete(victim);
      this.#ready.delete(victim);
      victim.kill('SIGKILL');
      this.#killed++;
      console.log(`killed worker ${victim.pid}`);
      this.#start();
    }
  }

  async stop(): Promise<void> {
    const ends = [...this.#children].map((child) => once(child, 'exit'));
    for (const child of this.#children) child.kill('SIGTERM');
    await Promise.all(ends);
  }

  #start(): void {
    const child = spawn(process.execPath, this.#args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#children.add(child);
    child.once('message', () => this.#ready.add(child));
  }
}
