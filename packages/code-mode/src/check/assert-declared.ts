import { ToolwrightError } from '@toolwright/contract';
import type { CheckedProgram } from './checker.js';
import { describeProblems } from './describe-problems.js';

/**
 * Asserts that the declarations of the tools compile: without them, programs would run unchecked.
 * @throws ToolwrightError `INVALID_TOOL`
 */
export function assertDeclared(checked: CheckedProgram, declarations: string): void {
  if (checked.ok || !checked.inDeclarations) return;
  const [first] = checked.problems;
  const owner = first === undefined ? '' : ownerOf(first.line, declarations);
  const message = `The declaration of ${owner} does not compile, so programs cannot be checked.\n\n${describeProblems(checked)}`;
  throw new ToolwrightError('INVALID_TOOL', message, {
    blame: 'developer',
    hint: "Correct the tool's name or schema, or leave the tool out with 'only'.",
  });
}

/** Finds the tool or the type that a line of the declarations belongs to. */
function ownerOf(line: number, declarations: string): string {
  const lines = declarations.split('\n').slice(0, line).reverse();
  for (const text of lines) {
    const [, tool] = /^("(?:[^"\\]|\\.)*"|[\w$]+):Tool</.exec(text) ?? [];
    if (tool !== undefined) return `the tool ${tool}`;
    const [, type] = /^type ([\w$]+) = /.exec(text) ?? [];
    if (type !== undefined) return `the type '${type}' of a tool`;
  }
  return 'the tools';
}
