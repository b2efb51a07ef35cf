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
  onError: (thrown: unknown) => void = () => undefined,
): JsonSchema | undefined {
  try {
    const schema: JsonSchema | undefined = standard['~standard'].jsonSchema?.[side]({
      target: 'draft-2020-12',
    });
    return schema;
  } catch (thrown) {
    onError(thrown); // the caller says what is missing
    return undefined;
  }
}

/** Describes an issue in a sentence that names its place. */
export function describeIssue({ message, path = [] }: StandardIssue): string {
  const place = placeOf({ path });
  const namesPlace = message.startsWith(place) && !/^[\p{L}\p{N}_$.[-]/u.test(message.slice(place.length));
  return place === '' || namesPlace ? message : `${place}: ${message}`;
}

/** Returns the path of an issue in JavaScript notation. */
export function placeOf({ path = [] }: Pick<StandardIssue, 'path'>): string {
  return formatPath(path.map((one) => String(typeof one === 'object' ? one.key : one)));
}
