import type { CliIo } from './process/cli-io.js';

/** What a command needs to do its work. */
export interface CommandContext {
  readonly io: CliIo;
  /** For a command that did its work and yet has bad news, as `--check` of a stale file. */
  readonly setExitCode: (code: number) => void;
}
