import type { JsonValue } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import { evaluateConstant } from '../evaluate/evaluate.js';

/**
 * The JSON of a default value; undefined where there is none, or where only running code would tell, which is reported.
 * @param stated The JSDoc has a `@default`, so nothing is amiss.
 */
export function readDefault(
  initializer: ts.Expression | undefined,
  stated: boolean,
  { compiler, report }: CodegenContext,
): JsonValue | undefined {
  if (initializer === undefined) return undefined;
  const constant = evaluateConstant(compiler, initializer);
  if (constant !== undefined || stated) return constant?.value;
  const message = 'The default value is known only at run time, so the schema does not state it.';
  report({ code: 'TW3001', node: initializer, message });
  return undefined;
}

/** The defaults in a destructured parameter, by path of the property: `({ days = 3, place: { zip = '' } })`. */
export function bindingDefaults(
  name: ts.BindingName | undefined,
  isStated: (path: string) => boolean,
  context: CodegenContext,
): Map<string, JsonValue> {
  const { ts } = context.compiler;
  const defaults = new Map<string, JsonValue>();
  if (name === undefined || !ts.isObjectBindingPattern(name)) return defaults;
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
