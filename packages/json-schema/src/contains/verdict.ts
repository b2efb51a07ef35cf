import { isRecord, type JsonValue } from '@toolwright/contract';

/** Whether every value of one schema is a value of another. */
export type Verdict =
  | { readonly answer: 'yes' }
  /** @property example A value that the first schema accepts and the second refuses. */
  | { readonly answer: 'no'; readonly example: JsonValue }
  | { readonly answer: 'unknown'; readonly reason: string };

/** A schema at any place inside another. */
export type Part = object | boolean;

/** Whether a part of a schema accepts a value; undefined if only the whole schema can decide. */
export type Accepts = (value: unknown, part: Part) => boolean | undefined;

/**
 * Prepares validation with a schema and its parts.
 * @param spend Called with the units of work, one for each part of a value; throws when the comparison has to end.
 */
export type CreateAccepts = (root: object, spend: (units: number) => void) => Accepts;

export function isPart(value: unknown): value is Part {
  return typeof value === 'boolean' || isRecord(value);
}

export function isParts(value: unknown): value is readonly Part[] {
  return Array.isArray(value) && value.every(isPart);
}
