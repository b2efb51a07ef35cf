import type { JsonPrimitive, JsonType } from './json.js';

/**
 * Where a type has built-in objects in it, as plain JSON: mirrors the structure of the values, without the parts that have none.
 * `@toolwright/schema` turns it into functions that decode and encode values.
 */
export type CodecPlan = ScalarPlan | ContainerPlan;

/** A plan with parts. */
export type ContainerPlan =
  | SetPlan
  | MapPlan
  | ObjectPlan
  | ArrayPlan
  | TuplePlan
  | UnionPlan
  | { readonly kind: 'ref'; readonly name: string };

/** A built-in object without parts, such as a `Date`. */
export interface ScalarPlan {
  /** Its name in the list of built-ins in `@toolwright/schema`, such as `date`. */
  readonly kind: string;
  /** The JSON Schema format, where it is not the usual one. */
  readonly format?: string;
}

/** Travels as an array without duplicates. */
export interface SetPlan {
  readonly kind: 'set';
  readonly items?: CodecPlan;
}

/** Travels as an object, or as an array of `[key, value]` pairs where the keys are not plain strings. */
export interface MapPlan {
  readonly kind: 'map';
  readonly form: 'object' | 'pairs';
  readonly keys?: CodecPlan;
  readonly values?: CodecPlan;
}

export interface ObjectPlan {
  readonly kind: 'object';
  readonly properties?: Readonly<Record<string, CodecPlan>>;
  /** For keys that are no property; every pattern before `additional`. `plan` is absent where such keys have no codec. */
  readonly patterns?: readonly { readonly pattern: string; readonly plan?: CodecPlan }[];
  /** Names of properties without codecs, where `patterns` or `additional` would else take them for their own. */
  readonly plain?: readonly string[];
  readonly additional?: CodecPlan;
}

export interface ArrayPlan {
  readonly kind: 'array';
  readonly items: CodecPlan;
}

export interface TuplePlan {
  readonly kind: 'tuple';
  /** Null for an element without codecs. */
  readonly prefix: readonly (CodecPlan | null)[];
  readonly rest?: CodecPlan;
}

/** The first branch whose shape fits decides. */
export interface UnionPlan {
  readonly kind: 'union';
  readonly branches: readonly CodecBranch[];
}

export interface CodecBranch {
  readonly shape: Shape;
  /** Absent: values of this branch are the same in JSON. */
  readonly plan?: CodecPlan;
}

/**
 * A cheap test that tells the branches of a union apart. It looks only as deep as it must and is no validation: what is absent
 * from it is not looked at.
 */
export interface Shape {
  /** JSON types of the wire form; `number` includes integers. */
  readonly types?: readonly Exclude<JsonType, 'integer'>[];
  /** The object in memory, where that is not what JSON carries. */
  readonly codec?: string;
  /** At least one of these. */
  readonly anyOf?: readonly Shape[];
  /** The only values. */
  readonly values?: readonly JsonPrimitive[];
  /** Members that must be there. */
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** Of members that are no property: false where there must be none. */
  readonly additional?: Shape | false;
  /** Of every element, or of those behind `prefix`; false where there must be none. */
  readonly items?: Shape | false;
  readonly prefix?: readonly Shape[];
  readonly minItems?: number;
}

/** What a tool's values need on their way to and from JSON; parts without codecs are absent. */
export interface ToolCodecs {
  /** Of the arguments object. */
  readonly parameters?: CodecPlan;
  readonly result?: CodecPlan;
  /** What `ref` plans name: recursive and shared types. */
  readonly definitions?: Readonly<Record<string, CodecPlan>>;
}
