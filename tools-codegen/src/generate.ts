import type { ToolSpec } from '@toolwright/contract';
import type { Diagnostic } from './diagnostics/diagnostic.js';

export interface GenerateOptions {
  /** Path of the tsconfig or its folder, relative to `cwd`; default `tsconfig.json`. */
  readonly project?: string | undefined;
  /** Default: the process's. */
  readonly cwd?: string | undefined;
  /** Path of the module to write, relative to the project's folder; default `src/toolwright.gen.ts`. */
  readonly out?: string | undefined;
  /** Globs, relative to the project's folder: tools are sought in these files only. */
  readonly include?: readonly string[] | undefined;
  /** Globs of files without tools, besides test files. */
  readonly exclude?: readonly string[] | undefined;
}

export interface GenerateResult {
  /** By name, then by file. */
  readonly tools: readonly ToolSpec[];
  /** By file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** The text of the module; complete only where `ok`. */
  readonly output: string;
  /** Absolute. */
  readonly outFile: string;
  /** Absolute; the files of tools and diagnostics are relative to it. */
  readonly projectDir: string;
  /** False where a diagnostic is an error: the module must not be written. */
  readonly ok: boolean;
}

/**
 * Reads a project and makes its manifest. Writes nothing and runs none of the project's code.
 * @throws ToolwrightError `INVALID_PROJECT` when the tsconfig is missing or broken.
 */
export function generate(_options: GenerateOptions = {}): GenerateResult {
  throw new Error('not ready');
}
