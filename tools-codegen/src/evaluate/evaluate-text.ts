import type { JsonValue } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { evaluateConstant } from './evaluate.js';

/**
 * Evaluates the text of an expression as if it stood at a node of the program, whose constants and enums it may name. Undefined if it is
 * no expression, or if the value is not certain.
 */
export function evaluateText(compiler: Compiler, text: string, at: ts.Node): JsonValue | undefined {
  const { ts, program } = compiler;
  const file = ts.createSourceFile('expression.ts', `(${text}\n)`, ts.ScriptTarget.ESNext, true);
  const [statement, ...others] = file.statements;
  if (statement === undefined || others.length > 0 || !ts.isExpressionStatement(statement)) return undefined;
  // `1) + (2` would leave the parentheses.
  if (!ts.isParenthesizedExpression(statement.expression)) return undefined;
  if (program.getSyntacticDiagnostics(file).length > 0) return undefined;
  // The author states the value, so an object need not be `as const`.
  return evaluateConstant(compiler, statement.expression, { mutable: true, scope: { file, at } })?.value;
}
