import { createRequire } from 'node:module';
import { ToolwrightError } from '@toolwright/contract';
import type ts from 'typescript';
import { CheckWorkers, refusal } from './check-workers.js';
import type { CheckedProgram } from './checker.js';

/** The longest program, in characters. Longer ones are data, which belongs into tools. */
const MAX_LENGTH = 100_000;

/** The compilers of the process, by their paths: each needs about 100 MB, so that no two `codeMode()` may have one of their own. */
const COMPILERS = new Map<string, CheckWorkers>();

/**
 * Checks programs in worker threads, so that programs whose types are costly block nothing else.
 * @throws ToolwrightError `MISSING_PACKAGE` if TypeScript is not installed, or has no API for programs
 */
export class ProgramChecker {
  readonly #workers: CheckWorkers;

  constructor() {
    const path = findCompiler();
    this.#workers = COMPILERS.get(path) ?? new CheckWorkers(path);
    COMPILERS.set(path, this.#workers);
  }

  /** Checks a program. Undefined if the signal ended the check. */
  check(code: string, declarations: string, signal: AbortSignal): Promise<CheckedProgram | undefined> {
    if (code.length <= MAX_LENGTH) return this.#workers.check({ code, declarations }, signal);
    const message = `The program has ${code.length} characters, but at most ${MAX_LENGTH} are allowed.`;
    return Promise.resolve(refusal(message));
  }
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
