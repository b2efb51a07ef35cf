import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { FormerNames, JsonSchema, ToolAnnotations } from '@toolwright/contract';
import type { WorkerOptions } from './worker-options.js';

export interface ScriptedTool {
  readonly annotations?: ToolAnnotations;
  /** All are required. */
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly takesMs?: number;
  readonly was?: FormerNames;
}

export interface ScriptedAgent {
  readonly name: string;
  readonly queue?: string;
  readonly tools?: Readonly<Record<string, ScriptedTool>>;
}

export interface ScriptedWorker extends Omit<WorkerOptions, 'onError'> {
  readonly agents: readonly ScriptedAgent[];
  /** A file that gets a line for each effect. */
  readonly outbox: string;
}

/** A worker process that a test starts, asks and kills. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  #calls = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.setMaxListeners(0);
  }

  /** With its worker, unless `startsWorker` is false. */
  static async start(program: string, options: ScriptedWorker, startsWorker = true): Promise<WorkerProcess> {
    const child = fork(program, [JSON.stringify(options)], {
      execArgv: [],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });
    await once(child, 'message');
    const started = new WorkerProcess(child);
    if (startsWorker) await started.call('startWorker');
    return started;
  }

  /** @throws the error of the method, as an object with `code`, `message` and `hint` */
  call<Value>(method: string, ...args: readonly unknown[]): Promise<Value> {
    const number = ++this.#calls;
    return new Promise((resolve, reject) => {
      const child = this.#child;
      const onMessage = ([answered, value, error]: [number, Value, unknown]): void => {
        if (answered !== number) return;
        child.off('message', onMessage).off('exit', onExit);
        if (error) reject(error);
        else resolve(value);
      };
      const onExit = (): void => {
        reject(new Error(`The worker ended before '${method}' did.`));
      };
      child.on('message', onMessage).once('exit', onExit);
      child.send([number, method, ...args]);
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}

/** The effects in a file, one a line. */
export function linesOf(outbox: string): string[] {
  try {
    return readFileSync(outbox, 'utf8').trimEnd().split('\n');
  } catch {
    return []; // nothing was written yet
  }
}

/** Polls until there is a value; the time limit of the test ends it. */
export async function until<Value>(find: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await setTimeout(50);
  }
}
