import { formatWorkflowCommand, wantsColor } from '@toolwright/contract';
import { paintDiff } from '../../paint-diff.js';
import type { CliIo } from '../../process/cli-io.js';
import { commandLine } from '../../project/command-line.js';
import type { CodegenOptions } from './codegen-options.js';

export interface StaleFile {
  /** The displayed path: relative, with forward slashes. */
  readonly file: string;
  readonly diff: string;
  readonly options: CodegenOptions;
  readonly io: CliIo;
}

/** Shows the changes, and the command that updates the file. */
export function reportStale({ file, diff, options, io }: StaleFile): void {
  // In the formats for programs, only the report is printed to standard output.
  const stream = options.format === 'pretty' ? io.stdout : io.stderr;
  stream.write(paintDiff(diff, wantsColor(stream, io.env)));
  const message = `${file} is stale. Run: ${commandLine('codegen', options)}`;
  io.stderr.write(`${message}\n`);
  if (options.format === 'github') io.stdout.write(`${annotation(file, message)}\n`);
}

/** Formats an error about a file as a GitHub annotation. */
export function annotation(file: string, message: string): string {
  return formatWorkflowCommand({ command: 'error', properties: { file }, message });
}
