import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import type { Constant } from './constant.js';

/** Converts a constant to text, as a template literal does. Returns undefined for objects, whose conversion may run code. */
export function literalText(constant: Constant | undefined): string | undefined {
  if (constant === undefined || (typeof constant.value === 'object' && constant.value !== null))
    return undefined;
  return String(constant.value);
}

/** Evaluates `-x` and `+x` of numbers, `-x` of bigints, and `!x` of booleans. */
export function unary(
  { SyntaxKind }: Compiler['ts'],
  operator: ts.PrefixUnaryOperator,
  operand: Constant | undefined,
): Constant | undefined {
  const value = operand?.value;
  if ((typeof value === 'number' || typeof value === 'bigint') && operator === SyntaxKind.MinusToken)
    return { value: -value };
  if (typeof value === 'number' && operator === SyntaxKind.PlusToken) return { value };
  if (typeof value === 'boolean' && operator === SyntaxKind.ExclamationToken) return { value: !value };
  return undefined;
}

/** Evaluates arithmetic of numbers, and `+` with a string. */
export function binary(
  { SyntaxKind }: Compiler['ts'],
  operator: ts.BinaryOperator,
  left: Constant,
  right: Constant,
): Constant | undefined {
  const [a, b] = [left.value, right.value];
  if (operator === SyntaxKind.PlusToken && (typeof a === 'string' || typeof b === 'string')) {
    const [start, end] = [literalText(left), literalText(right)];
    return start === undefined || end === undefined ? undefined : { value: start + end };
  }
  if (typeof a !== 'number' || typeof b !== 'number') return undefined;
  if (operator === SyntaxKind.PlusToken) return { value: a + b };
  if (operator === SyntaxKind.MinusToken) return { value: a - b };
  if (operator === SyntaxKind.AsteriskToken) return { value: a * b };
  if (operator === SyntaxKind.SlashToken) return { value: a / b };
  if (operator === SyntaxKind.PercentToken) return { value: a % b };
  return operator === SyntaxKind.AsteriskAsteriskToken ? { value: a ** b } : undefined;
}
