import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { findValue } from '../compiler/compiler-internals.js';
import type { ConstantValue } from './constant.js';
import { evaluateWith } from './evaluate.js';

/**
 * Evaluates the text of an expression at a node of the program. It may name constants and enums in scope. Returns undefined if the text is
 * not an expression, or if the value is uncertain.
 */
export function evaluateText(compiler: Compiler, text: string, at: ts.Node): ConstantValue | undefined {
  const expression = parseExpression(compiler, text);
  if (expression === undefined) return undefined;
  // The author states the value, so an object need not be `as const`.
  const scope = { file: expression.getSourceFile(), at };
  return evaluateWith(compiler, expression, { mutable: true, bigints: true, scope })?.value;
}

/**
 * Whether a text is code, not words: an expression of variables in scope at a node, such as `host`, `config.host` or `host + '/'`, or a
 * call to a declared function or class, such as `now()` or `new Color('red')`.
 */
export function namesVariable(compiler: Compiler, text: string, at: ts.Node): boolean {
  const { ts, checker } = compiler;
  // Most texts contain no variables.
  const expression = /[\p{L}_$]/u.test(text) ? parseExpression(compiler, text) : undefined;
  if (expression === undefined) return false;
  const names: ts.Identifier[] = [];
  let hasCall = false;
  const visit = (node: ts.Node): void => {
    hasCall ||= ts.isCallExpression(node) || ts.isNewExpression(node);
    if (ts.isIdentifier(node)) names.push(node);
    else if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else ts.forEachChild(node, visit);
  };
  visit(expression);
  const symbols = names.map((name) => {
    const symbol = findValue(ts, checker, name.text, at);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  });
  const isVariable = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.valueDeclaration !== undefined && ts.isVariableDeclaration(symbol.valueDeclaration);
  return (
    symbols.every((symbol) => symbol !== undefined) &&
    (hasCall ? symbols.length > 0 : symbols.some(isVariable))
  );
}

/** Parses a string as an expression, in its own source file. Returns undefined if it is not an expression. */
function parseExpression({ ts, program }: Compiler, text: string): ts.Expression | undefined {
  const file = ts.createSourceFile('expression.ts', `(${text}\n)`, ts.ScriptTarget.ESNext, true);
  const [statement, ...others] = file.statements;
  if (statement === undefined || others.length > 0 || !ts.isExpressionStatement(statement)) return undefined;
  // A text such as `1) + (2` would escape the parentheses.
  if (!ts.isParenthesizedExpression(statement.expression)) return undefined;
  return program.getSyntacticDiagnostics(file).length > 0 ? undefined : statement.expression;
}
