import type { CliIo } from './process/cli-io.js';

/** What every command gets. */
export interface CommandContext {
  readonly io: CliIo;
  /** For a command that works and still reports failure, such as `--check` of a stale file. */
  readonly setExitCode: (code: number) => void;
}
