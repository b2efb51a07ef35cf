import type { Worker } from 'node:worker_threads';

/** How long a worker waits for work before it ends, in milliseconds. */
const IDLE_MS = 30_000;

/** Workers without work. They do not keep the process alive, and end after a while. */
export class IdleWorkers {
  readonly #max: number;
  readonly #workers = new Map<Worker, () => void>();

  /** @param max the number of workers that are kept */
  constructor(max: number) {
    this.#max = max;
  }

  /** Returns the worker that waits for the shortest time. It keeps the process alive. */
  take(): Worker | undefined {
    const worker = [...this.#workers.keys()].at(-1);
    if (worker !== undefined) this.#remove(worker);
    worker?.ref();
    return worker;
  }

  /** Keeps a worker, or ends it if there are enough. */
  add(worker: Worker): void {
    if (this.#workers.size >= this.#max) return void worker.terminate();
    worker.unref();
    const end = (): void => {
      this.#remove(worker);
      void worker.terminate();
    };
    const timer = setTimeout(end, IDLE_MS);
    timer.unref();
    worker.once('exit', end);
    this.#workers.set(worker, () => {
      clearTimeout(timer);
      worker.off('exit', end);
    });
  }

  #remove(worker: Worker): void {
    this.#workers.get(worker)?.();
    this.#workers.delete(worker);
  }
}
