import type ts from 'typescript';
import type { Compiler } from './load-compiler.js';

/** The longest line of a program that is shown, in characters. */
const MAX_LINE = 200;

/** Describes an error as a model can use it: the line, a caret, and what the compiler says. */
export function describeProblem(compiler: Compiler, error: ts.Diagnostic, code: string, offset: number): string {
  const message = compiler.flattenDiagnosticMessageText(error.messageText, '\n');
  if (error.start === undefined) return message;
  const start = Math.min(Math.max(error.start - offset, 0), code.length);
  const before = code.slice(0, start);
  const line = before.split('\n').length;
  const lineStart = before.lastIndexOf('\n') + 1;
  const lineEnd = code.indexOf('\n', start);
  const text = code.slice(lineStart, lineEnd < 0 ? code.length : lineEnd);
  const column = start - lineStart;
  const shown = column < MAX_LINE ? text.slice(0, MAX_LINE) : text.slice(column, column + MAX_LINE);
  const caret = ' '.repeat(column < MAX_LINE ? column : 0);
  return `Line ${line}:${column + 1}: ${message}\n  ${shown}\n  ${caret}^`;
}
