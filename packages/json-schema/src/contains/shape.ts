import type { JsonValue } from '@toolwright/contract';
import type { Part } from './verdict.js';

/** Schemas that all apply to a value, as in `allOf`. Equal conjunctions on one side are the same object. */
export interface Conjunction {
  readonly id: string;
  readonly parts: readonly Part[];
  /** Whether the conjunction accepts every value. */
  readonly isEverything: boolean;
  /** Whether the conjunction contains `false`, so that it accepts no value. */
  readonly isNothing: boolean;
}

/** One alternative of a schema, with values of one type. Each value of the schema has at least one of the schema's shapes. */
export type Shape = FiniteShape | NumberShape | TextShape | ArrayShape | ObjectShape;

/** A list of values of any type. */
export interface FiniteShape {
  readonly kind: 'finite';
  readonly values: readonly JsonValue[];
  /** Whether the schema certainly accepts all of the values. */
  readonly isExact: boolean;
}

/** Unsupported constraints, as text. The comparison only checks whether the other side has the same constraints. */
export type Opaque = ReadonlySet<string>;

/** Inclusive bounds. The bounds of integers, lengths and counts are integers. */
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
  /** The schemas of the leading items. */
  readonly prefix: readonly Conjunction[];
  readonly rest: Conjunction;
  readonly opaque: Opaque;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly range: Range;
  readonly required: ReadonlySet<string>;
  /** The names of the declared members. */
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlyMap<string, Conjunction>;
  /** The schema of members that are not declared and match no pattern. */
  readonly others: Conjunction;
  readonly member: (name: string) => Conjunction;
  readonly nameParts: readonly Part[];
  readonly opaque: Opaque;
  /** Returns the source schemas as text, for comparison. Undefined for a narrowed shape. */
  readonly written?: (() => string) | undefined;
  /** The number of members that were narrowed to one of their alternatives. */
  readonly splits: number;
}

export type Kind = Exclude<Shape['kind'], 'finite'> | 'boolean' | 'null';
