import { isRecord, type JsonValue } from '@toolwright/contract';

/** Whether every value of one schema is a value of another. */
export type Verdict =
  | { readonly answer: 'yes' }
  /** @property example A value that the first schema accepts and the second refuses. */
  | { readonly answer: 'no'; readonly example: JsonValue }
  | { readonly answer: 'unknown'; readonly reason: string };

/** A schema as it stands somewhere in another. */
export type Part = object | boolean;

/** Whether a part of the schema that it was made for accepts a value; undefined if only validating with the whole schema tells. */
export type Accepts = (value: unknown, part: Part) => boolean | undefined;

/**
 * Prepares the validation of values by a schema and its parts.
 * @param spend to be told of the work, one unit for a part of a value; throws when the comparison has to end
 */
export type CreateAccepts = (root: object, spend: (units: number) => void) => Accepts;

export function isPart(value: unknown): value is Part {
  return typeof value === 'boolean' || isRecord(value);
}

export function isParts(value: unknown): value is readonly Part[] {
  return Array.isArray(value) && value.every(isPart);
}
