import type { JsonValue } from '@toolwright/contract';
import type { Budget } from './budget.js';
import type { Conjunction, Shape } from './shape.js';
import type { Part } from './verdict.js';

/** One of the two compared schemas. */
export interface Side {
  readonly budget: Budget;
  join(parts: Iterable<Part>): Conjunction;
  shapes(conjunction: Conjunction): readonly Shape[];
  /** Whether a conjunction accepts a value; undefined if only the whole schema can decide. */
  accepts(conjunction: Conjunction, value: JsonValue): boolean | undefined;
  /** Returns the target of a reference; undefined if it is not a schema. */
  resolve(ref: unknown): Part | undefined;
  /** Returns the text of an opaque keyword, for comparison. */
  textOf(keyword: string, value: unknown): string;
}
