import type { JsonSchema } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import { constantOf, kept, type Method, withKeywords } from './keywords.js';
import { instanceOf, type ReadContext, type ZodCall, type ZodSchema } from './zod-schema.js';

/** Adds keywords, whose values come from the first argument. */
export const limit =
  (...keywords: readonly (keyof JsonSchema)[]): Method =>
  (given, { args: [first], node, context }) => {
    const value = constantOf(first, context);
    if (typeof value !== 'number' || instanceOf(given.schema) !== undefined)
      return kept(given, node, context);
    return limited(given, Object.fromEntries(keywords.map((name) => [name, value])), node, context);
  };

/** Adds a limit that depends on the type: of a string, a number or a list. */
export const sized =
  (string: keyof JsonSchema, number: keyof JsonSchema, array: keyof JsonSchema): Method =>
  (given, call) => {
    const { type } = given.schema;
    const isNumber = type === 'number' || type === 'integer';
    return limit(type === 'string' ? string : isNumber ? number : array)(given, call);
  };

/** Adds keywords. */
export const fixed =
  (keywords: JsonSchema): Method =>
  (given, { node, context }) =>
    instanceOf(given.schema) === undefined
      ? limited(given, keywords, node, context)
      : kept(given, node, context);

/** Zod rounds before it divides by a fraction. A schema has one divisor. */
export function multiple(given: ZodSchema, call: ZodCall): ZodSchema {
  const isWhole = Number.isInteger(constantOf(call.args[0], call.context));
  return isWhole && given.schema.multipleOf === undefined
    ? limit('multipleOf')(given, call)
    : kept(given, call.node, call.context);
}

/** Adds limits. If they contradict those before, no value is valid, which no type says. */
function limited(given: ZodSchema, keywords: JsonSchema, node: ts.Node, context: ReadContext): ZodSchema {
  const next = withKeywords(given, keywords);
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, ...rest } = next.schema;
  const low = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const isEmpty =
    low > high ||
    (low === high && (low === exclusiveMinimum || high === exclusiveMaximum)) ||
    (rest.minLength ?? 0) > (rest.maxLength ?? Infinity) ||
    (rest.minItems ?? 0) > (rest.maxItems ?? Infinity);
  return isEmpty ? kept(given, node, context) : next;
}
