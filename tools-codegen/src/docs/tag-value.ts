import type { JsonValue } from '@toolwright/contract';
import { builtIns } from '@toolwright/json-schema';
import type { ConstantValue, ValueTag } from '@toolwright/program/compiler';
import type { Definitions, TypeNode } from '../ir/type-node.js';
import { conforms } from './conforms.js';
import { findRoundedNumber } from './rounded-number.js';

/**
 * Reads the text of `@default` or `@example` as a value of a type. Tries JSON, then a TypeScript expression, then, for strings, the text
 * itself unless it is a template or the name of a variable. Code may be in backticks or a fence. Returns undefined if no interpretation is
 * a value of the type, and for numbers that a double cannot represent.
 */
export function readTagValue(
  {
    text,
    evaluate = () => undefined,
    isVariable = () => false,
  }: Pick<ValueTag, 'text' | 'evaluate' | 'isVariable'>,
  node: TypeNode,
  definitions: Definitions,
): JsonValue | undefined {
  const plain = withoutFence(text);
  const code = withoutBackticks(plain);
  // A literal of the type takes precedence over other meanings of the text.
  const isOpen = node.kind !== 'enum' && node.kind !== 'literal';
  const isCode =
    isOpen &&
    (/^`[^`]*\$\{/.test(plain) ||
      isVariable(code ?? plain) ||
      // The text is JSON that the registry would refuse.
      (node.kind === 'unknown' && parseJson(plain) !== undefined) ||
      createsBuiltIn(code ?? plain, node, definitions));
  const expressions = [
    () => code && parseJson(code),
    () => code && evaluate(code),
    () => parseJson(plain),
    () => evaluate(plain),
  ];
  for (const read of expressions) {
    const value = read();
    if (value === undefined || !conforms(value, node, definitions)) continue;
    return typeof value !== 'string' && findRoundedNumber(code ?? plain) !== undefined
      ? undefined
      : asJson(value);
  }
  const texts = [() => (isCode ? undefined : unquote(plain)), () => (isCode ? undefined : plain)];
  for (const read of texts) {
    const value = read();
    if (value !== undefined && conforms(value, node, definitions)) return value;
  }
  return undefined;
}

/** Writes each `bigint` as its digits, its JSON form. */
function asJson(value: ConstantValue): JsonValue {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asJson(member)]));
}

/** Whether a text is code that creates a built-in object of the type, such as `new Date(0)` or `/a+/`. */
function createsBuiltIn(text: string, node: TypeNode, definitions: Definitions): boolean {
  if (node.kind === 'union') return node.members.some((member) => createsBuiltIn(text, member, definitions));
  if (node.kind === 'ref') {
    const named = definitions.get(node.id)?.node;
    return named !== undefined && createsBuiltIn(text, named, definitions);
  }
  if (node.kind !== 'codec') return false;
  const [, name = ''] = /^(?:new\s+)?(\w+)\b.*\)$/s.exec(text) ?? [];
  return (
    builtIns[node.codec].typeNames.includes(name) || (node.codec === 'regexp' && /^\/.+\/\w*$/s.test(text))
  );
}

/** Removes backticks or a fence around code. */
export function codeOf(text: string): string {
  const plain = withoutFence(text);
  return withoutBackticks(plain) ?? plain;
}

function withoutBackticks(plain: string): string | undefined {
  return /^`([^`]*)`$/.exec(plain)?.[1];
}

function withoutFence(text: string): string {
  return /^```\w*\n([\s\S]*?)\n?```$/.exec(text)?.[1] ?? text;
}

function parseJson(text: string): JsonValue | undefined {
  try {
    // JSON.parse returns `any`; its result is a JSON value by definition.
    return JSON.parse(text) as JsonValue;
  } catch {
    // Most texts are not JSON; the caller tries the other interpretations.
    return undefined;
  }
}

/** Unquotes text that would need escapes in an expression. */
function unquote(text: string): string | undefined {
  return /^(['`])([\s\S]*)\1$/.exec(text)?.[2];
}
