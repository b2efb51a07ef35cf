import { isJsonObject, type JsonValue } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { Constant, Evaluation } from './constant.js';

/** An object literal whose every member is constant; members that are undefined are left out, as in JSON. */
export function evaluateObject(
  node: ts.ObjectLiteralExpression,
  evaluation: Evaluation,
): Constant | undefined {
  const values = new Map<string, JsonValue>();
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

type Entries = readonly (readonly [string, JsonValue | undefined])[];

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
