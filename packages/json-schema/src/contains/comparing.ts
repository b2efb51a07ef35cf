import type { JsonValue } from '@toolwright/contract';
import type { Embed, Goal } from './goal.js';
import type { Sampler } from './sampler.js';
import type { Conjunction } from './shape.js';
import type { Side } from './side.js';

/** The question whether `outer` accepts every value that `inner` accepts. */
export interface Pairing {
  readonly inner: Conjunction;
  readonly outer: Conjunction;
}

/** Operations that the comparison of two shapes can use. */
export interface Comparing {
  readonly inner: Side;
  readonly outer: Side;
  readonly sampler: Sampler;
  /** Returns the goal that every value of one conjunction is a value of another. */
  pair(pairing: Pairing): Goal;
  /** Returns a goal that is already refuted. */
  refuted(reason: string, own?: () => readonly JsonValue[]): Goal;
}

/** A part of a goal, and a function that embeds its examples in examples of the goal. */
export interface Condition {
  readonly goal: Goal;
  readonly embed?: Embed;
}
