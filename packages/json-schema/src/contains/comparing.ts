import type { JsonValue } from '@toolwright/contract';
import type { Embed, Goal } from './goal.js';
import type { Sampler } from './sampler.js';
import type { Conjunction } from './shape.js';
import type { Side } from './side.js';

/** A conjunction of one side is to be inside one of the other. */
export interface Pairing {
  readonly inner: Conjunction;
  readonly outer: Conjunction;
}

/** What a comparison of two shapes can use. */
export interface Comparing {
  readonly inner: Side;
  readonly outer: Side;
  readonly sampler: Sampler;
  /** The question whether every value of a conjunction is one of another. */
  pair(pairing: Pairing): Goal;
  /** A question that is answered with no. */
  refuted(reason: string, own?: () => readonly JsonValue[]): Goal;
}

/** A part of a question, and where its examples go. */
export interface Condition {
  readonly goal: Goal;
  readonly embed?: Embed;
}
