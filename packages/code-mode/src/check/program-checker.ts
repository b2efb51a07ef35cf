import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ToolwrightError } from '@toolwright/contract';
import type ts from 'typescript';
import { type CheckedProgram, createCheck } from './checker.js';

/** The longest program, in characters. Longer ones are data, which belongs into tools. */
const MAX_LENGTH = 100_000;

/** How long a check may take, in milliseconds. The first one also loads the compiler. */
const LIMIT_MS = 20_000;

/**
 * Checks programs in a worker thread, so that programs whose types are costly block nothing else.
 * @throws ToolwrightError `MISSING_PACKAGE` if TypeScript is not installed, or has no API for programs
 */
export class ProgramChecker {
  readonly #compiler = findCompiler();
  #worker: Worker | undefined;
  /** The check in progress: checks run one after another. */
  #last: Promise<unknown> = Promise.resolve();

  check(code: string, declarations: string): Promise<CheckedProgram> {
    if (code.length > MAX_LENGTH) {
      const message = `The program has ${code.length} characters, but at most ${MAX_LENGTH} are allowed.`;
      return Promise.resolve(refusal(message));
    }
    const checked = this.#last.then(() => this.#ask({ code, declarations }));
    this.#last = checked.catch(() => {});
    return checked;
  }

  #ask(message: { readonly code: string; readonly declarations: string }): Promise<CheckedProgram> {
    this.#worker ??= startWorker(this.#compiler);
    const worker = this.#worker;
    worker.ref();
    return new Promise((resolve) => {
      const finish = (checked: CheckedProgram): void => {
        clearTimeout(timer);
        for (const [event, listener] of listeners) worker.off(event, listener);
        worker.unref();
        resolve(checked);
      };
      const fail = (message: string): void => {
        this.#worker = undefined;
        void worker.terminate();
        finish(refusal(message));
      };
      const timer = setTimeout(
        () => fail('The check of the types took too long. Use simpler types.'),
        LIMIT_MS,
      );
      const listeners = [
        ['message', finish],
        [
          'error',
          (error: unknown) =>
            fail(`The check failed: ${error instanceof Error ? error.message : String(error)}`),
        ],
        ['exit', () => fail('The check failed.')],
      ] as const;
      for (const [event, listener] of listeners) worker.on(event, listener);
      worker.postMessage(message);
    });
  }
}

function refusal(message: string): CheckedProgram {
  return { ok: false, problems: [{ message, line: 1, column: 1, text: '', caret: 0 }], more: 0 };
}

function startWorker(compiler: string): Worker {
  // Some compilers add calls of `__name` to functions.
  const source = `const __name = (given) => given;
const { parentPort, workerData } = require('node:worker_threads');
const check = (${createCheck.toString()})(require(workerData));
parentPort.on('message', ({ code, declarations }) => parentPort.postMessage(check(code, declarations)));`;
  const worker = new Worker(source, {
    eval: true,
    workerData: compiler,
    env: {},
    execArgv: [],
    stdin: false,
  });
  worker.on('error', () => {});
  worker.unref();
  return worker;
}

/** Returns the path of the TypeScript compiler. */
function findCompiler(): string {
  const { resolve } = createRequire(import.meta.url);
  try {
    const { version } = createRequire(import.meta.url)('typescript/package.json') as Pick<
      typeof ts,
      'version'
    >;
    if (Number.parseInt(version, 10) < 7) return resolve('typescript');
    throw missing(
      `Code mode needs the compiler's API, which TypeScript ${version} does not have.`,
      undefined,
    );
  } catch (cause) {
    if (cause instanceof ToolwrightError) throw cause;
    throw missing('Code mode checks programs with TypeScript, which is not installed.', cause);
  }
}

function missing(message: string, cause: unknown): ToolwrightError {
  const hint = 'Run `npm install typescript@6`. Programs never run unchecked.';
  return new ToolwrightError('MISSING_PACKAGE', message, { blame: 'developer', hint, cause });
}
