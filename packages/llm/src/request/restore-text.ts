import type { JsonSchema, JsonValue } from '@toolwright/contract';
import type { LoweredSchema } from '@toolwright/schema';
import { isRecord } from '../is-record.js';

/** Turns JSON that a model wrote for a lowered schema into what the canonical one describes; any other text stays as it is. */
export type RestoreText = (text: string) => string;

/** The way back from a lowered schema; undefined where what is written for it needs none. */
export function createRestoreText(
  canonical: JsonSchema,
  { schema, decode }: LoweredSchema,
): RestoreText | undefined {
  if (schema === canonical || !hasOptional(canonical)) return undefined;
  return (text) => {
    // Null is what stands for absence, so there is nothing to do without it.
    if (!text.includes('null')) return text;
    const value = parse(text);
    return value === undefined ? text : JSON.stringify(decode(value));
  };
}

/** Whether any object may lack a property. Says so of more than that, which costs time and nothing else. */
function hasOptional(node: unknown): boolean {
  if (!isRecord(node)) return Array.isArray(node) && node.some(hasOptional);
  const { properties, required } = node;
  const given: readonly unknown[] = Array.isArray(required) ? required : [];
  if (isRecord(properties) && Object.keys(properties).some((name) => !given.includes(name))) return true;
  return Object.values(node).some(hasOptional);
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // An answer, not a failure: a model may write what is no JSON, and its text is judged elsewhere.
    return undefined;
  }
}
