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
  /** Enables ANSI colours, in `pretty` only; default false. */
  readonly color?: boolean | undefined;
  /** Folder that the diagnostics' files are relative to; default `cwd`. */
  readonly projectDir?: string | undefined;
  /** Folder that printed paths are relative to (`json` keeps the project's); default the process's. */
  readonly cwd?: string | undefined;
  /** Returns a source line for the code frame; by default, it is read from the disk. */
  readonly sourceLine?: SourceLine | undefined;
}

/** Options of the formats that do not print the texts of the rules. */
export interface ReportOptions extends FormatOptions {
  readonly format?: Exclude<DiagnosticFormat, 'sarif'> | undefined;
}

/** Prints diagnostics for people (`pretty`), programs (`json`) or GitHub's annotations (`github`), without a line break at the end. */
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

/** An array of objects whose keys are always in the same order. */
function formatJson(diagnostics: readonly Diagnostic[]): string {
  return JSON.stringify(diagnostics.map(toJson), null, 2);
}

function toJson({ code, severity, message, hint, file, line, column, tool }: Diagnostic): object {
  return { code, severity, message, hint, file, line, column, tool };
}
