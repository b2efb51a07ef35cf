import type { CheckedProgram, ProgramProblem } from './checker.js';

/** Describes mistakes as a model can use them: the line, a caret, and what the compiler says. */
export function describeProblems({ problems, more }: Extract<CheckedProgram, { ok: false }>): string {
  const shown = problems.map(describe);
  return [...shown, ...(more > 0 ? [`… and ${more} more errors.`] : [])].join('\n\n');
}

function describe({ message, line, column, text, caret }: ProgramProblem): string {
  return `Line ${line}:${column}: ${message}\n  ${text}\n  ${' '.repeat(caret)}^`;
}
