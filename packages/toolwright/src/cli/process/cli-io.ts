import type * as Codegen from '@toolwright/codegen';
import type * as Tokenizer from 'gpt-tokenizer/encoding/o200k_base';
import type { ShortRun } from './expect-short-run.js';

/** What the command line needs of a process. Tests pass their own. */
export interface CliIo {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For results, which other programs may read. */
  readonly stdout: OutputStream;
  /** For messages to people. */
  readonly stderr: OutputStream;
  /** Loads the optional package. Only the commands that need it call this. */
  readonly importCodegen: () => Promise<CodegenModule>;
  /** Loads the optional tokenizer. */
  readonly importTokenizer: () => Promise<TokenizerModule>;
  /** Tells the engine that this process ends after one piece of work. */
  readonly expectShortRun: () => ShortRun;
  /** A signal that aborts when the user stops a command that would run on. The command must then return. */
  readonly untilInterrupted: () => AbortSignal;
}

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The part of `gpt-tokenizer` that `lint` uses. */
export type TokenizerModule = Pick<typeof Tokenizer, 'countTokens'>;

/** The part of `@toolwright/codegen` that the commands use. */
export type CodegenModule = Pick<
  typeof Codegen,
  | 'generate'
  | 'generateWithEffects'
  | 'writeModules'
  | 'checkModules'
  | 'printDiagnostics'
  | 'watch'
  | 'createStopwatch'
  | 'migrate'
  | 'lint'
  | 'readToolDocs'
  | 'findEffects'
  | 'printEffects'
  | 'printFlows'
>;
