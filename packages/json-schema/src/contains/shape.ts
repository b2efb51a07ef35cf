import type { JsonValue } from '@toolwright/contract';
import type { Part } from './verdict.js';

/** Schemas that hold together, as those of `allOf` do. Equal ones of a side are the same object. */
export interface Conjunction {
  readonly id: string;
  readonly parts: readonly Part[];
  /** Accepts every value. */
  readonly isEverything: boolean;
  /** Accepts no value, as `false` does. */
  readonly isNothing: boolean;
}

/** One alternative of a schema: values of one kind. A value of the schema has at least one of its shapes. */
export type Shape = FiniteShape | NumberShape | TextShape | ArrayShape | ObjectShape;

/** Certain values, of any kinds. */
export interface FiniteShape {
  readonly kind: 'finite';
  readonly values: readonly JsonValue[];
  /** All of them are values of the schema; otherwise some may not be. */
  readonly isExact: boolean;
}

/** What a comparison does not understand, as text: it only tells whether the other side has the same. */
export type Opaque = ReadonlySet<string>;

/** Bounds, both included; those of integers, lengths and counts are integers. */
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
  /** The items that have schemas of their own. */
  readonly prefix: readonly Conjunction[];
  readonly rest: Conjunction;
  readonly opaque: Opaque;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly range: Range;
  readonly required: ReadonlySet<string>;
  /** The members that are named. */
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlyMap<string, Conjunction>;
  /** Members that are not named and match no pattern. */
  readonly others: Conjunction;
  readonly member: (name: string) => Conjunction;
  readonly nameParts: readonly Part[];
  readonly opaque: Opaque;
  /** The schemas that it comes from, as the same text for the same meaning; undefined where it has been narrowed. */
  readonly written?: (() => string) | undefined;
  /** Members that were narrowed to one of their alternatives. */
  readonly splits: number;
}

export type Kind = Exclude<Shape['kind'], 'finite'> | 'boolean' | 'null';
