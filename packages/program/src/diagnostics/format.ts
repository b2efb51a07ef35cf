import type { Diagnostic } from './diagnostic.js';
import { formatGithub } from './github.js';
import { formatPretty } from './pretty.js';
import { readSourceLine, type SourceLine } from './source-line.js';

/** The formats of printed diagnostics. */
export type DiagnosticFormat = 'pretty' | 'json' | 'github' | 'sarif';

/** Options of `printDiagnostics`. */
export interface FormatOptions {
  /** Default `pretty`. */
  readonly format?: DiagnosticFormat | undefined;
  /** Whether to use ANSI colours, only in `pretty`; default false. */
  readonly color?: boolean | undefined;
  /** The folder that the files of diagnostics are relative to; default `cwd`. */
  readonly projectDir?: string | undefined;
  /** The folder that printed paths are relative to; default the current directory. In `json`, paths stay relative to the project. */
  readonly cwd?: string | undefined;
  /** Returns a source line for the code frame. By default, lines are read from the disk. */
  readonly sourceLine?: SourceLine | undefined;
}

/** Options of the formats that do not print the explanations of the rules. */
export interface ReportOptions extends FormatOptions {
  readonly format?: Exclude<DiagnosticFormat, 'sarif'> | undefined;
}

/** Prints diagnostics for people (`pretty`), programs (`json`) or GitHub's annotations (`github`), without a trailing line break. */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  { format = 'pretty', color = false, cwd = process.cwd(), projectDir = cwd, sourceLine }: ReportOptions = {},
): string {
  const from = { projectDir, cwd };
  switch (format) {
    case 'pretty':
      return formatPretty(diagnostics, {
        ...from,
        color,
        sourceLine: sourceLine ?? readSourceLine(projectDir),
      });
    case 'json':
      return formatJson(diagnostics);
    case 'github':
      return formatGithub(diagnostics, from);
  }
}

/** Prints an array of objects whose keys are always in the same order. */
function formatJson(diagnostics: readonly Diagnostic[]): string {
  return JSON.stringify(diagnostics.map(toJson), null, 2);
}

function toJson({ code, severity, message, hint, file, line, column, tool }: Diagnostic): object {
  return { code, severity, message, hint, file, line, column, tool };
}
