import type { JsonValue } from '@toolwright/contract';
import type { Budget } from './budget.js';
import type { Conjunction, Shape } from './shape.js';
import type { Part } from './verdict.js';

/** One of the two schemas that are compared. */
export interface Side {
  readonly budget: Budget;
  join(parts: Iterable<Part>): Conjunction;
  shapes(conjunction: Conjunction): readonly Shape[];
  /** Undefined if only the whole schema can tell. */
  accepts(conjunction: Conjunction, value: JsonValue): boolean | undefined;
  /** What a reference points at; undefined if that is no schema. */
  resolve(ref: unknown): Part | undefined;
  /** A keyword that is not understood, as the same text for the same meaning. */
  textOf(keyword: string, value: unknown): string;
}
