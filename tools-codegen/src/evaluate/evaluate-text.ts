import type { JsonValue } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { findValue } from '../compiler/compiler-internals.js';
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

/** Whether a text is the name of a variable at a node, or of a member of one (`config.host`). */
export function namesVariable({ ts, checker }: Compiler, text: string, at: ts.Node): boolean {
  const name = /^([\p{L}_$][\p{L}\p{N}_$]*)(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.exec(text)?.[1];
  const symbol = name === undefined ? undefined : findValue(ts, checker, name, at);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return target?.valueDeclaration !== undefined && ts.isVariableDeclaration(target.valueDeclaration);
}
