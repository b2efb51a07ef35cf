import type { Diagnostic } from './diagnostic.js';
import type { Severity } from './diagnostic-rule.js';
import { printable, printableLine, printablePath } from './printable.js';
import { type PathOptions, printedPath } from './printed-path.js';
import { MAX_SHOWN, type SourceLine } from './source-line.js';

export interface PrettyOptions extends PathOptions {
  readonly color: boolean;
  readonly sourceLine: SourceLine;
}

type Paint = (text: string) => string;

const COLORS: Readonly<Record<Severity | 'dim' | 'bold', number>> = {
  error: 31,
  warning: 33,
  info: 36,
  dim: 2,
  bold: 1,
};

/** Prints each diagnostic as a block: location and code, message, source line with carets, and fix. */
export function formatPretty(diagnostics: readonly Diagnostic[], options: PrettyOptions): string {
  const paths = new Map<string, string>();
  const pathOf = (file: string): string => {
    const printed = paths.get(file) ?? printablePath(printedPath(file, options));
    paths.set(file, printed);
    return printed;
  };
  return diagnostics.map((diagnostic) => block(diagnostic, pathOf, options)).join('\n\n');
}

function block(
  diagnostic: Diagnostic,
  pathOf: (file: string) => string,
  { color, sourceLine }: PrettyOptions,
): string {
  const { code, severity, message, hint } = diagnostic;
  const paint = painter(color);
  const mark = paint(severity);
  const place = printedPlace(diagnostic, pathOf);
  return [
    `${place === undefined ? '' : `${paint('bold')(place)} - `}${mark(severity)} ${paint('dim')(code)}: ${printable(message)}`,
    ...frame(diagnostic, sourceLine, mark, paint('dim')),
    `  ${paint('dim')('fix:')} ${printable(hint)}`,
  ].join('\n');
}

function printedPlace(
  { file, line, column }: Diagnostic,
  pathOf: (file: string) => string,
): string | undefined {
  if (file === undefined) return undefined;
  return [pathOf(file), line, column].filter((part) => part !== undefined).join(':');
}

/**
 * Prints the source line with carets below it. Tabs in the line's indentation are repeated, so that the carets stay below their characters.
 */
function frame(diagnostic: Diagnostic, sourceLine: SourceLine, mark: Paint, dim: Paint): string[] {
  const { file, line, column, length = 1 } = diagnostic;
  if (file === undefined || line === undefined || column === undefined) return [];
  const whole = sourceLine(file, line);
  if (whole === undefined) return [];
  // A minified line may have a million characters.
  const start = Math.max(0, Math.min(column - 1 - MAX_SHOWN / 2, whole.length - MAX_SHOWN));
  const text = printableLine(whole.slice(start, start + MAX_SHOWN));
  const gutter = `  ${line} | `;
  const blank = `${' '.repeat(gutter.length - 2)}| `;
  const indent = text.slice(0, column - 1 - start).replaceAll(/[^\t]/g, ' ');
  const carets = '^'.repeat(Math.max(1, Math.min(length, text.length - (column - 1 - start))));
  return [dim(gutter) + text, dim(blank) + indent + mark(carets)];
}

function painter(color: boolean): (style: keyof typeof COLORS) => Paint {
  return (style) => (text) => (color ? `\u001b[${COLORS[style]}m${text}\u001b[0m` : text);
}
