import type { CliIo } from './process/cli-io.js';

/** The context that every command receives. */
export interface CommandContext {
  readonly io: CliIo;
  /** Sets the exit code of a command that runs successfully and still reports a failure, e.g. `--check` for a stale file. */
  readonly setExitCode: (code: number) => void;
}
