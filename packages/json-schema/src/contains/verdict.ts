import { isRecord, type JsonValue } from '@toolwright/contract';

/** Whether the second schema accepts every value that the first accepts. */
export type Verdict =
  | { readonly answer: 'yes' }
  /** @property example a value that the first schema accepts and the second refuses */
  | { readonly answer: 'no'; readonly example: JsonValue }
  | { readonly answer: 'unknown'; readonly reason: string };

/** A schema at any location inside another. */
export type Part = object | boolean;

/** Whether a part of a schema accepts a value; undefined if only the whole schema can decide. */
export type Accepts = (value: unknown, part: Part) => boolean | undefined;

/**
 * Creates a validator for a schema and its parts.
 * @param spend receives the units of work, one for each part of a value; throws when the comparison must stop
 */
export type CreateAccepts = (root: object, spend: (units: number) => void) => Accepts;

export function isPart(value: unknown): value is Part {
  return typeof value === 'boolean' || isRecord(value);
}

export function isParts(value: unknown): value is readonly Part[] {
  return Array.isArray(value) && value.every(isPart);
}
