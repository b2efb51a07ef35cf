import type * as Codegen from '@toolwright/codegen';
import type * as Tokenizer from 'gpt-tokenizer/encoding/o200k_base';
import type { ShortRun } from './expect-short-run.js';

/** The parts of a process that the command line uses. Tests pass their own. */
export interface CliIo {
  /** The absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For results, which other programs may read. */
  readonly stdout: OutputStream;
  /** For messages to people. */
  readonly stderr: OutputStream;
  /** Loads codegen, which is optional. Only the commands that need it call this. */
  readonly importCodegen: () => Promise<CodegenModule>;
  /** Loads the optional tokenizer. */
  readonly importTokenizer: () => Promise<TokenizerModule>;
  /** Tells the engine that this process will exit after one task. */
  readonly expectShortRun: () => ShortRun;
  /** Returns a signal that is aborted when the user stops a command that would otherwise continue. The command must then return. */
  readonly untilInterrupted: () => AbortSignal;
}

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The members of `gpt-tokenizer` that `lint` uses. */
export type TokenizerModule = Pick<typeof Tokenizer, 'countTokens'>;

/** The members of `@toolwright/codegen` that the commands use. */
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
