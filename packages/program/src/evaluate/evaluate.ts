import { isJsonObject } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import type { Constant, ConstantValue, EvaluateOptions, Evaluation, JsonConstant } from './constant.js';
import { evaluateReference } from './evaluate-reference.js';
import { binary, literalText, unary } from './operators.js';

/** Evaluates an expression without running code: literals and their combinations. Returns undefined if the value is uncertain. */
export function evaluateConstant(
  compiler: Compiler,
  expression: ts.Expression,
  options: Omit<EvaluateOptions, 'bigints'> = { mutable: false },
): JsonConstant | undefined {
  // Without the option `bigints`, no bigints are read.
  return evaluateWith(compiler, expression, options) as JsonConstant | undefined;
}

/** Like {@link evaluateConstant}, with bigints if the options allow them. */
export function evaluateWith(
  compiler: Compiler,
  expression: ts.Expression,
  options: EvaluateOptions,
): Constant | undefined {
  // Most defaults are literals.
  const literal = literalConstant(compiler, expression, options);
  if (literal !== undefined) return literal;
  let size = 0;
  let depth = 0;
  const evaluation: Evaluation = {
    ...options,
    compiler,
    visited: new Set(),
    exceeds: (amount) => {
      size += amount;
      return size > MAX_SIZE;
    },
    evaluate: (inner) => {
      if (evaluation.exceeds(1) || depth >= MAX_DEPTH) return undefined;
      depth += 1;
      const constant = finite(evaluateNode(inner, evaluation));
      depth -= 1;
      return constant;
    },
  };
  return evaluation.evaluate(expression);
}

/** Maximum depth of references and nested expressions, so that the stack does not overflow. */
const MAX_DEPTH = 1000;

/** Maximum number of expressions and characters in one evaluation: a chain of constants like `B = A + A` grows exponentially. */
const MAX_SIZE = 100_000;

function evaluateNode(node: ts.Expression, evaluation: Evaluation): Constant | undefined {
  const { ts } = evaluation.compiler;
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  ) {
    return evaluation.evaluate(node.expression);
  }
  const literal = literalConstant(evaluation.compiler, node, evaluation);
  if (literal !== undefined) return literal;
  if (ts.isTemplateExpression(node)) return evaluateTemplate(node, evaluation);
  if (ts.isPrefixUnaryExpression(node)) return unary(ts, node.operator, evaluation.evaluate(node.operand));
  if (ts.isBinaryExpression(node)) return evaluateBinary(node, evaluation);
  if (ts.isArrayLiteralExpression(node)) return evaluateArray(node, evaluation);
  if (ts.isObjectLiteralExpression(node)) return evaluateObject(node, evaluation);
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const constant = evaluateReference(node, evaluation);
    return typeof constant?.value === 'string' && evaluation.exceeds(constant.value.length)
      ? undefined
      : constant;
  }
  return undefined;
}

function literalConstant(
  { ts }: Compiler,
  node: ts.Expression,
  { bigints }: EvaluateOptions,
): Constant | undefined {
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { value: true };
    case ts.SyntaxKind.FalseKeyword:
      return { value: false };
    case ts.SyntaxKind.NullKeyword:
      return { value: null };
  }
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  // The compiler writes the text as decimal digits and `n`.
  if (bigints && ts.isBigIntLiteral(node)) return { value: BigInt(node.text.slice(0, -1)) };
  return ts.isNumericLiteral(node) ? finite({ value: Number(node.text) }) : undefined;
}

function evaluateTemplate(node: ts.TemplateExpression, { evaluate }: Evaluation): Constant | undefined {
  let text = node.head.text;
  for (const span of node.templateSpans) {
    const part = literalText(evaluate(span.expression));
    if (part === undefined) return undefined;
    text += part + span.literal.text;
  }
  return { value: text };
}

function evaluateBinary(
  node: ts.BinaryExpression,
  { compiler: { ts }, evaluate }: Evaluation,
): Constant | undefined {
  const left = evaluate(node.left);
  const right = left && evaluate(node.right);
  return right && binary(ts, node.operatorToken.kind, left, right);
}

function evaluateArray(
  node: ts.ArrayLiteralExpression,
  { compiler: { ts }, evaluate }: Evaluation,
): Constant | undefined {
  const values: ConstantValue[] = [];
  for (const element of node.elements) {
    const constant = evaluate(ts.isSpreadElement(element) ? element.expression : element);
    if (constant?.value === undefined) return undefined;
    if (!ts.isSpreadElement(element)) values.push(constant.value);
    else if (Array.isArray(constant.value)) values.push(...constant.value);
    else return undefined;
  }
  return { value: values };
}

/** Rejects NaN and infinities, and replaces negative zero, because JSON cannot express these. */
function finite(constant: Constant | undefined): Constant | undefined {
  if (typeof constant?.value !== 'number') return constant;
  if (!Number.isFinite(constant.value)) return undefined;
  return Object.is(constant.value, -0) ? { value: 0 } : constant;
}

/** Evaluates an object literal whose members are all constant. Omits undefined members, as JSON does. */
function evaluateObject(node: ts.ObjectLiteralExpression, evaluation: Evaluation): Constant | undefined {
  const values = new Map<string, ConstantValue>();
  for (const member of node.properties) {
    const entries = evaluateMember(member, evaluation);
    if (entries === undefined) return undefined;
    for (const [name, value] of entries) {
      if (name === '__proto__') return undefined;
      if (value === undefined) values.delete(name);
      else values.set(name, value);
    }
  }
  return { value: Object.fromEntries(values) };
}

type Entries = readonly (readonly [string, ConstantValue | undefined])[];

function evaluateMember(member: ts.ObjectLiteralElementLike, evaluation: Evaluation): Entries | undefined {
  const { compiler, evaluate } = evaluation;
  const { ts } = compiler;
  if (ts.isSpreadAssignment(member)) {
    const value = evaluate(member.expression)?.value;
    return isJsonObject(value) ? Object.entries(value) : undefined;
  }
  if (ts.isShorthandPropertyAssignment(member)) {
    const constant = evaluate(member.name);
    return constant && [[member.name.text, constant.value]];
  }
  if (!ts.isPropertyAssignment(member)) return undefined;
  const name = memberName(member.name, evaluation);
  const constant = name === undefined ? undefined : evaluate(member.initializer);
  return name === undefined || constant === undefined ? undefined : [[name, constant.value]];
}

function memberName(name: ts.PropertyName, { compiler: { ts }, evaluate }: Evaluation): string | undefined {
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
  if (!ts.isComputedPropertyName(name)) return undefined;
  const key = evaluate(name.expression)?.value;
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
}
