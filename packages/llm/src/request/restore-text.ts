import { isRecord, type JsonSchema, type JsonValue } from '@toolwright/contract';
import type { LoweredSchema } from '@toolwright/json-schema';

/** Converts JSON that a model wrote for a lowered schema to JSON for the canonical schema. Other text stays unchanged. */
export type RestoreText = (text: string) => string;

/** Creates the conversion for text written for a lowered schema. Returns undefined if no conversion is necessary. */
export function createRestoreText(
  canonical: JsonSchema,
  { schema, decode }: LoweredSchema,
): RestoreText | undefined {
  if (schema === canonical || !hasOptional(canonical)) return undefined;
  return (text) => {
    // Only null represents an absent member.
    if (!text.includes('null')) return text;
    const value = parse(text);
    return value === undefined ? text : JSON.stringify(decode(value));
  };
}

/** Whether any object in the schema has optional properties. May return true wrongly, which only costs time. */
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
    // Invalid JSON is refused later, when the call is validated.
    return undefined;
  }
}
