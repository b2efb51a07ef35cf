import type { JsonValue } from '@toolwright/contract';
import type { Part } from './verdict.js';

/** Schemas that all apply, like those of `allOf`. Equal conjunctions of a side are the same object. */
export interface Conjunction {
  readonly id: string;
  readonly parts: readonly Part[];
  /** Whether it accepts every value. */
  readonly isEverything: boolean;
  /** Whether it accepts no value, as `false` does. */
  readonly isNothing: boolean;
}

/** One alternative of a schema: values of one kind. Each value of the schema has at least one of its shapes. */
export type Shape = FiniteShape | NumberShape | TextShape | ArrayShape | ObjectShape;

/** A list of values of any kind. */
export interface FiniteShape {
  readonly kind: 'finite';
  readonly values: readonly JsonValue[];
  /** Whether all of them are values of the schema; otherwise some may not be. */
  readonly isExact: boolean;
}

/** Constraints that the comparison does not understand, as text: it only checks whether the other side has the same ones. */
export type Opaque = ReadonlySet<string>;

/** Inclusive bounds; those of integers, lengths and counts are integers. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface NumberShape {
  readonly kind: 'number';
  readonly range: Range;
  readonly excludesMin: boolean;
  readonly excludesMax: boolean;
  readonly isInteger: boolean;
  readonly multiples: readonly number[];
  readonly opaque: Opaque;
}

export interface TextShape {
  readonly kind: 'string';
  readonly range: Range;
  readonly patterns: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  readonly opaque: Opaque;
}

export interface ArrayShape {
  readonly kind: 'array';
  readonly range: Range;
  readonly isUnique: boolean;
  /** The leading items, which have their own schemas. */
  readonly prefix: readonly Conjunction[];
  readonly rest: Conjunction;
  readonly opaque: Opaque;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly range: Range;
  readonly required: ReadonlySet<string>;
  /** Names of the declared members. */
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlyMap<string, Conjunction>;
  /** Members that are not declared and match no pattern. */
  readonly others: Conjunction;
  readonly member: (name: string) => Conjunction;
  readonly nameParts: readonly Part[];
  readonly opaque: Opaque;
  /** The source schemas as text, equal for equal meanings; undefined for a narrowed shape. */
  readonly written?: (() => string) | undefined;
  /** The number of members that were narrowed to one of their alternatives. */
  readonly splits: number;
}

export type Kind = Exclude<Shape['kind'], 'finite'> | 'boolean' | 'null';
