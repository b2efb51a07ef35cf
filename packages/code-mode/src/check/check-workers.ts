import { Worker } from 'node:worker_threads';
import { errorMessage } from '@toolwright/contract';
import { IdleWorkers } from '../idle-workers.js';
import { type CheckedProgram, createCheck } from './checker.js';
import { createPlanReader } from './plan.js';

/** How long a check may take, in milliseconds. The first one also loads the compiler. */
const LIMIT_MS = 60_000;

/** After this time, in milliseconds, other programs wait no longer for a check: they get another worker. */
const SLOW_MS = 5_000;

/** The number of workers that check at the same time. All but one have a slow program. */
const MAX_WORKERS = 3;

/** The memory of the compiler in MiB. Checks of usual programs need about 100. */
const MEMORY_MB = 1_024;

export interface CheckRequest {
  readonly code: string;
  readonly declarations: string;
}

interface WaitingCheck {
  readonly request: CheckRequest;
  readonly signal: AbortSignal;
  finish(checked: CheckedProgram | undefined): void;
}

/**
 * Worker threads that check programs: one, as long as no check is slow, so that it knows the declarations. They serve all of the process that
 * use the same compiler.
 */
export class CheckWorkers {
  readonly #compiler: string;
  readonly #idle = new IdleWorkers(1);
  readonly #waiting = new Set<WaitingCheck>();
  #busy = 0;
  #slow = 0;

  /** @param compiler the path of the TypeScript compiler */
  constructor(compiler: string) {
    this.#compiler = compiler;
  }

  /** Checks a program. Undefined if the signal ended the check. */
  check(request: CheckRequest, signal: AbortSignal): Promise<CheckedProgram | undefined> {
    return new Promise((resolve) => {
      const stop = (): void => waiting.finish(undefined);
      const waiting: WaitingCheck = {
        request,
        signal,
        finish: (checked) => {
          this.#waiting.delete(waiting);
          signal.removeEventListener('abort', stop);
          resolve(checked);
        },
      };
      if (signal.aborted) return resolve(undefined);
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.add(waiting);
      this.#startNext();
    });
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#busy > this.#slow || this.#busy >= MAX_WORKERS) return;
    this.#waiting.delete(next);
    void this.#serve(next);
  }

  async #serve(waiting: WaitingCheck): Promise<void> {
    this.#busy += 1;
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      this.#slow += 1;
      this.#startNext();
    }, SLOW_MS);
    const worker = this.#idle.take() ?? startWorker(this.#compiler);
    const checked = await ask(worker, waiting);
    clearTimeout(timer);
    this.#busy -= 1;
    if (isSlow) this.#slow -= 1;
    if (typeof checked === 'object') this.#idle.add(worker);
    else void worker.terminate();
    waiting.finish(typeof checked === 'string' ? refusal(checked) : checked);
    this.#startNext();
  }
}

/** A refusal without a place in the program. */
export function refusal(message: string): CheckedProgram {
  return { ok: false, problems: [{ message, line: 1, column: 1, text: '', caret: 0 }], more: 0 };
}

/** Asks a worker. Returns a text if it failed, and undefined if it was stopped. */
function ask(
  worker: Worker,
  { request, signal }: WaitingCheck,
): Promise<CheckedProgram | string | undefined> {
  return new Promise((resolve) => {
    const finish = (checked: CheckedProgram | string | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      for (const [event, listener] of listeners) worker.off(event, listener);
      resolve(checked);
    };
    const stop = (): void => finish(undefined);
    const timer = setTimeout(
      () => finish('The check of the types took too long. Use simpler types.'),
      LIMIT_MS,
    );
    const listeners = [
      ['message', finish],
      ['error', (error: unknown) => finish(describeFailure(error))],
      ['exit', () => finish('The check failed.')],
    ] as const;
    for (const [event, listener] of listeners) worker.on(event, listener);
    signal.addEventListener('abort', stop, { once: true });
    worker.postMessage(request);
  });
}

function describeFailure(error: unknown): string {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'The check of the types needs too much memory. Use simpler types.'
    : `The check failed: ${errorMessage(error)}`;
}

function startWorker(compiler: string): Worker {
  // Some compilers add calls of `__name` to functions.
  const source = `const __name = (given) => given;
const { parentPort, workerData } = require('node:worker_threads');
const compiler = require(workerData);
const check = (${createCheck})(compiler, (${createPlanReader})(compiler));
parentPort.on('message', ({ code, declarations }) => parentPort.postMessage(check(code, declarations)));`;
  const worker = new Worker(source, {
    eval: true,
    workerData: compiler,
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // The check that it makes is told; without one, nobody has to know.
  worker.on('error', () => {});
  return worker;
}
