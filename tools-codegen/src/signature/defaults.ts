import type { JsonValue } from '@toolwright/contract';
import { type CodegenContext, type ConstantValue, evaluateWith } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { InitialValue } from '../docs/initial-value.js';

/**
 * Reads a default value as JSON. Returns undefined if there is none, or if only running code could compute it, which is reported.
 * @param stated Whether the JSDoc has a `@default`, so that nothing needs to be reported.
 */
export function readDefault(
  initializer: ts.Expression | undefined,
  stated: boolean,
  { compiler, report }: CodegenContext,
): InitialValue | undefined {
  if (initializer === undefined) return undefined;
  const constant = evaluateWith(compiler, initializer, { mutable: false, bigints: true });
  if (constant?.value !== undefined) return { value: asJson(constant.value), node: initializer };
  if (constant !== undefined || stated) return undefined;
  const message = 'The default value is known only at run time, so it is not in the schema.';
  report({ code: 'TW3001', node: initializer, message });
  return undefined;
}

/** Converts a value to JSON. A bigint becomes its digits. */
function asJson(value: ConstantValue): JsonValue {
  return JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)));
}

const NONE: ReadonlyMap<string, InitialValue> = new Map();

/** Reads the defaults in a destructured parameter, by property path: `({ days = 3, place: { zip = '' } })`. */
export function bindingDefaults(
  name: ts.BindingName | undefined,
  isStated: (path: string) => boolean,
  context: CodegenContext,
): ReadonlyMap<string, InitialValue> {
  const { ts } = context.compiler;
  if (name === undefined || !ts.isObjectBindingPattern(name)) return NONE;
  const defaults = new Map<string, InitialValue>();
  for (const element of name.elements) {
    const key = element.propertyName ?? element.name;
    if (!ts.isIdentifier(key) && !ts.isStringLiteralLike(key)) continue;
    const value = readDefault(element.initializer, isStated(key.text), context);
    if (value !== undefined) defaults.set(key.text, value);
    const inner = bindingDefaults(element.name, (path) => isStated(`${key.text}.${path}`), context);
    for (const [path, nested] of inner) defaults.set(`${key.text}.${path}`, nested);
  }
  return defaults;
}
