import type ts from 'typescript';
import type { Compiler } from './load-compiler.js';

/** A tool that a program calls. */
export interface PlannedCall {
  readonly name: string;
  /** Whether the call may run more than once: it is in a loop or in a function. */
  readonly isRepeated: boolean;
  /** The line of the program, counted from 1. */
  readonly line: number;
}

/** What a program may do, read from its text. */
export interface ProgramPlan {
  readonly calls: readonly PlannedCall[];
  /** False if the program uses `tools` in a way that hides which tools it calls; then it may call any. */
  readonly isComplete: boolean;
}

/** Reads the calls of a program whose body is the only function of its file. */
export function readPlan(compiler: Compiler, source: ts.SourceFile): ProgramPlan {
  const calls: PlannedCall[] = [];
  let isComplete = true;
  const isLoop = (node: ts.Node): boolean =>
    compiler.isIterationStatement(node, false) || (compiler.isFunctionLike(node) && node.parent !== source);
  const visit = (node: ts.Node, isRepeated: boolean): void => {
    if (compiler.isIdentifier(node) && node.text === 'tools' && !isMemberName(compiler, node)) {
      const name = calledName(compiler, node);
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (name === undefined) isComplete = false;
      else calls.push({ name, isRepeated, line });
    }
    // Another way to the same object.
    if (compiler.isIdentifier(node) && node.text === 'globalThis') isComplete = false;
    compiler.forEachChild(node, (child) => visit(child, isRepeated || isLoop(child)));
  };
  visit(source, false);
  return { calls, isComplete };
}

function isMemberName(compiler: Compiler, node: ts.Identifier): boolean {
  const { parent } = node;
  if (compiler.isPropertyAccessExpression(parent)) return parent.name === node;
  return compiler.isPropertyAssignment(parent) && parent.name === node;
}

/** Returns the name in `tools.name(…)` and `tools['name'](…)`. */
function calledName(compiler: Compiler, node: ts.Identifier): string | undefined {
  const access = node.parent;
  const isCalled = compiler.isCallExpression(access.parent) && access.parent.expression === access;
  if (!isCalled) return undefined;
  if (compiler.isPropertyAccessExpression(access) && access.expression === node) return access.name.text;
  if (!compiler.isElementAccessExpression(access) || access.expression !== node) return undefined;
  return compiler.isStringLiteralLike(access.argumentExpression) ? access.argumentExpression.text : undefined;
}
