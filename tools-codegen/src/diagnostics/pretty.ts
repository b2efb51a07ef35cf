import type { Diagnostic, Severity } from './diagnostic.js';
import { type PathOptions, printedPath } from './printed-path.js';
import type { SourceLine } from './source-line.js';

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

/** Each diagnostic as a block: place and code, what is wrong, the line of source with a caret, the fix. */
export function formatPretty(diagnostics: readonly Diagnostic[], options: PrettyOptions): string {
  return diagnostics.map((diagnostic) => block(diagnostic, options)).join('\n\n');
}

function block(diagnostic: Diagnostic, options: PrettyOptions): string {
  const { code, severity, message, hint } = diagnostic;
  const paint = painter(options.color);
  const mark = paint(severity);
  const place = printedPlace(diagnostic, options);
  return [
    `${place === undefined ? '' : `${paint('bold')(place)} - `}${mark(severity)} ${paint('dim')(code)}: ${message}`,
    ...frame(diagnostic, options.sourceLine, mark, paint('dim')),
    `  ${paint('dim')('fix:')} ${hint}`,
  ].join('\n');
}

function printedPlace({ file, line, column }: Diagnostic, options: PathOptions): string | undefined {
  if (file === undefined) return undefined;
  return [printedPath(file, options), line, column].filter((part) => part !== undefined).join(':');
}

/** Where tabs indent the line they also indent the caret, so that it stays below its character. */
function frame(diagnostic: Diagnostic, sourceLine: SourceLine, mark: Paint, dim: Paint): string[] {
  const { file, line, column, length = 1 } = diagnostic;
  if (file === undefined || line === undefined || column === undefined) return [];
  const text = sourceLine(file, line);
  if (text === undefined) return [];
  const gutter = `  ${line} | `;
  const blank = `${' '.repeat(gutter.length - 2)}| `;
  const indent = text.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
  const carets = '^'.repeat(Math.max(1, Math.min(length, text.length - column + 1)));
  return [dim(gutter) + text, dim(blank) + indent + mark(carets)];
}

function painter(color: boolean): (style: keyof typeof COLORS) => Paint {
  return (style) => (text) => (color ? `\u001b[${COLORS[style]}m${text}\u001b[0m` : text);
}
