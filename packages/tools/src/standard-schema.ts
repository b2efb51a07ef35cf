import type { JsonSchema, StandardIssue, StandardSchema } from '@toolwright/contract';
import { formatPath } from '@toolwright/json';

/** Whether a value is a schema from Zod, Valibot or a similar library. Some libraries' schemas are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  const mayBe = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return mayBe && '~standard' in value;
}

/** Returns the library's JSON Schema of what is validated, or of what validation returns; undefined for types without one. */
export function findJsonSchema(
  standard: StandardSchema,
  side: 'input' | 'output' = 'input',
): JsonSchema | undefined {
  try {
    const schema: JsonSchema | undefined = standard['~standard'].jsonSchema?.[side]({
      target: 'draft-2020-12',
    });
    return schema;
  } catch {
    // The caller says what is missing.
    return undefined;
  }
}

/** Describes an issue in a sentence that names its place. */
export function describeIssue({ message, path = [] }: StandardIssue): string {
  const place = formatPath(path.map((one) => String(typeof one === 'object' ? one.key : one)));
  return message.includes(place) ? message : `${place}: ${message}`;
}
