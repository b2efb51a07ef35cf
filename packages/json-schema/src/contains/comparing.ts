import type { JsonValue } from '@toolwright/contract';
import type { Embed, Goal } from './goal.js';
import type { Sampler } from './sampler.js';
import type { Conjunction } from './shape.js';
import type { Side } from './side.js';

/** Asks whether `inner` is contained in `outer`. */
export interface Pairing {
  readonly inner: Conjunction;
  readonly outer: Conjunction;
}

/** Operations that the comparison of two shapes can use. */
export interface Comparing {
  readonly inner: Side;
  readonly outer: Side;
  readonly sampler: Sampler;
  /** The goal that every value of a conjunction is a value of another. */
  pair(pairing: Pairing): Goal;
  /** A goal that is already refuted. */
  refuted(reason: string, own?: () => readonly JsonValue[]): Goal;
}

/** A part of a goal, and where to embed its examples. */
export interface Condition {
  readonly goal: Goal;
  readonly embed?: Embed;
}
