import type { JsonSchema, JsonValue } from '@toolwright/contract';
import { evaluateConstant } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type ReadContext, UnreadableSchema, type ZodCall, type ZodSchema } from './zod-schema.js';

/** What a method of Zod's changes about a schema. */
export type Method = (schema: ZodSchema, call: ZodCall) => ZodSchema;

/** Leaves a rule to Zod. @throws UnreadableSchema for a result, which Zod would change */
export function kept(given: ZodSchema, node: ts.Node, context: ReadContext): ZodSchema {
  if (context.isOutput && ['transform', 'pipe'].includes(node.getText()))
    throw new UnreadableSchema(node, `only Zod can run \`.${node.getText()}()\``);
  context.keep(node, `only Zod can run \`.${node.getText()}()\``);
  return given;
}

/** Adds keywords. Of two limits the narrower holds. */
export function withKeywords(given: ZodSchema, keywords: JsonSchema): ZodSchema {
  return { ...given, schema: { ...given.schema, ...tightened(given.schema, keywords) } };
}

const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;

function tightened(schema: JsonSchema, keywords: JsonSchema): JsonSchema {
  const narrower = (names: readonly (typeof LEAST | typeof MOST)[number][], pick: typeof Math.max) =>
    names.flatMap((name) => {
      const [was, is] = [schema[name], keywords[name]];
      return was !== undefined && is !== undefined ? [[name, pick(was, is)] as const] : [];
    });
  return { ...keywords, ...Object.fromEntries([...narrower(LEAST, Math.max), ...narrower(MOST, Math.min)]) };
}

/** Evaluates an argument that the source writes down. */
export function constantOf(
  node: ts.Expression | undefined,
  { compiler }: ReadContext,
): JsonValue | undefined {
  return node && evaluateConstant(compiler, node, { mutable: true })?.value;
}
