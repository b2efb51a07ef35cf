import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { JsonValue } from '@toolwright/contract';
import { IdleWorkers } from '../idle-workers.js';
import type {
  ExecutableProgram,
  Executor,
  ProgramAnswer,
  ProgramCall,
  ProgramEnd,
  ProgramHost,
} from './executor.js';
import { type GuestConfig, installGuest } from './guest.js';
import { createGuestValues } from './guest-values.js';
import { inParts } from './in-parts.js';
import { MAX_DIGITS, WEIGHTS } from './wire.js';
import {
  type AnswerMessage,
  type SentCall,
  type StartMessage,
  sandboxWorker,
  type WorkerData,
  type WorkerStep,
} from './worker.js';

/** The platform's compiler, which has no types without those of browsers. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
};

/** How long a worker may be late beyond its limit before it is ended, in milliseconds. It also covers the start of the engine. */
const GRACE_MS = 5_000;

/**
 * The engines of the process that wait for a program. Each holds about 10 MB, so that executors share them, and the compiled engine. A program
 * gets an engine that no other has used, in a worker that executes one program at a time.
 */
const ENGINES = new IdleWorkers(4);
let data: Promise<WorkerData> | undefined;

/** Executes programs in QuickJS, compiled to WebAssembly, in worker threads. Each program has an engine and a worker of its own. */
export class QuickJsExecutor implements Executor {
  async execute(program: ExecutableProgram, host: ProgramHost): Promise<ProgramEnd> {
    data ??= loadWorkerData();
    const loaded = await data;
    const worker = ENGINES.take() ?? startWorker(loaded);
    const run = new WorkerRun(worker, program, host);
    try {
      return await run.end();
    } finally {
      // Also if the host failed while the program waited: the worker would keep the process alive.
      if (run.isUsable) ENGINES.add(worker);
      else void worker.terminate();
    }
  }
}

async function loadWorkerData(): Promise<WorkerData> {
  const { resolve } = createRequire(import.meta.url);
  const variant = '@jitl/quickjs-wasmfile-release-sync';
  const wasm = await webAssembly.compile(readFileSync(resolve(`${variant}/wasm`)));
  return {
    core: resolve('quickjs-emscripten-core'),
    variant: resolve(variant),
    guest: `(config, host) => (${installGuest})(config, host, ${createGuestValues})`,
    wasm,
  };
}

function startWorker(workerData: WorkerData): Worker {
  // Some compilers add calls of `__name` to functions.
  const source = `const __name = (given) => given;
const { parentPort, workerData } = require('node:worker_threads');
(${sandboxWorker.toString()})(require, parentPort, workerData);`;
  const worker = new Worker(source, { eval: true, workerData, env: {}, execArgv: [], stdin: false });
  // The program that it executes is told; without one, nobody has to know.
  worker.on('error', () => {});
  return worker;
}

/** One program in its worker. */
class WorkerRun {
  readonly #worker: Worker;
  readonly #program: ExecutableProgram;
  readonly #host: ProgramHost;
  readonly #logs: string[] = [];
  #lostLogs = 0;
  /** Whether the worker can execute another program: it waits for a message. */
  isUsable = false;

  constructor(worker: Worker, program: ExecutableProgram, host: ProgramHost) {
    this.#worker = worker;
    this.#program = program;
    this.#host = host;
  }

  async end(): Promise<ProgramEnd> {
    const { code, tools, clock, store, limits } = this.#program;
    const config: GuestConfig = {
      tools,
      ...clock,
      store: JSON.stringify(store),
      maxLog: limits.logs,
      maxError: limits.output,
      maxWeight: limits.values,
      weights: WEIGHTS,
      maxDigits: MAX_DIGITS,
    };
    let step = await this.#ask({
      type: 'start',
      code,
      config: JSON.stringify(config),
      ...limits,
    });
    while (step !== undefined && step.type === 'calls') {
      const calls = await this.#read(step.calls);
      if ('type' in calls) return this.#ended(calls, false);
      const answers = await this.#call(calls);
      if (answers === undefined) return this.#ended({ type: 'stopped' }, true);
      step = await this.#ask({ type: 'answer', answers });
    }
    if (step === undefined)
      return this.#ended({ type: this.#host.signal.aborted ? 'stopped' : 'limit', limit: 'cpuMs' }, false);
    const { logs: _, lost: __, ...end } = step;
    if (end.type === 'returned') {
      const [value, left] = [readJson(end.value), readJson(end.store)];
      const isRead = value !== undefined && left !== undefined;
      return isRead
        ? this.#ended({ type: 'returned', value, store: left }, true)
        : this.#ended(MALFORMED, false);
    }
    return this.#ended(end, end.type !== 'crashed');
  }

  #ended(end: EndOfProgram, isUsable: boolean): ProgramEnd {
    this.isUsable = isUsable;
    return { ...end, logs: this.#logs.join('\n'), lostLogs: this.#lostLogs } as ProgramEnd;
  }

  /** Reads the calls of one step. Whatever the program did, it can only call its own tools. */
  async #read(sent: readonly SentCall[]): Promise<readonly ReadCall[] | EndOfProgram> {
    const { tools } = this.#program;
    const calls = await inParts(sent, ({ id, name, args }) => ({ id, name, args: readJson(args) }));
    const isOwn = (call: (typeof calls)[number]): call is ReadCall =>
      tools.includes(call.name) && call.args !== undefined;
    return calls.every(isOwn) ? calls : MALFORMED;
  }

  /** Executes the calls of one step. Returns the answers for the sandbox. */
  async #call(calls: readonly ReadCall[]): Promise<readonly string[] | undefined> {
    const answers = await this.#host.call(calls.map(({ name, args }) => ({ name, args })));
    if (answers === undefined || this.#host.signal.aborted) return undefined;
    return inParts(calls, ({ id }, index) => JSON.stringify(toEntry(id, answers[index])));
  }

  /** Sends a message and waits for the answer. Undefined if the worker did not answer in time or was stopped. */
  #ask(message: StartMessage | AnswerMessage): Promise<WorkerStep | undefined> {
    const { signal } = this.#host;
    const worker = this.#worker;
    return new Promise((resolve) => {
      const finish = (step: WorkerStep | undefined): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        for (const [event, listener] of listeners) worker.off(event, listener);
        if (step !== undefined) {
          this.#logs.push(...step.logs);
          this.#lostLogs += step.lost;
        }
        resolve(step);
      };
      const stop = (): void => finish(undefined);
      const timer = setTimeout(stop, this.#program.limits.cpuMs + GRACE_MS);
      const crash = (error: unknown): void =>
        finish({
          type: 'crashed',
          message: error instanceof Error ? error.message : String(error),
          logs: [],
          lost: 0,
        });
      const listeners = [
        ['message', finish],
        ['error', crash],
        ['exit', () => crash('The worker ended.')],
      ] as const;
      for (const [event, listener] of listeners) worker.on(event, listener);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      else worker.postMessage(message);
    });
  }
}

interface ReadCall extends ProgramCall {
  readonly id: number;
}

const MALFORMED: EndOfProgram = { type: 'crashed', message: 'It sent a malformed message.' };

/** Reads JSON that left the sandbox. */
function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // What is no JSON ends the program.
    return undefined;
  }
}

type EndOfProgram =
  | { readonly type: 'returned'; readonly value: JsonValue; readonly store: JsonValue }
  | { readonly type: 'thrown' | 'crashed'; readonly message: string }
  | { readonly type: 'stuck' | 'stopped' }
  | { readonly type: string; readonly limit: string };

function toEntry(id: number, answer: ProgramAnswer | undefined): readonly [number, JsonValue, string?] {
  if (answer === undefined) return [id, null, 'The call has no answer.'];
  return 'error' in answer ? [id, null, answer.error] : [id, answer.value];
}
