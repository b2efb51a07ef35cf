import type { JsonPrimitive, JsonType } from './json.js';

/**
 * Describes, as plain JSON, where a type contains built-in objects or instances of classes with codecs. It mirrors the structure of
 * the values and omits parts without codecs. `@toolwright/json-schema` turns it into functions that decode and encode values.
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
  | ClassPlan
  | { readonly kind: 'ref'; readonly name: string };

/** A built-in object without parts, such as a `Date`. */
export interface ScalarPlan {
  /** The name in the list of built-ins in `@toolwright/json-schema`, such as `date`. */
  readonly kind: string;
  /** The JSON Schema format, if it is not the default. */
  readonly format?: string;
}

/** Encoded as an array without duplicates. */
export interface SetPlan {
  readonly kind: 'set';
  readonly items?: CodecPlan;
}

/** Encoded as an object, or as an array of `[key, value]` pairs if the keys are not plain strings. */
export interface MapPlan {
  readonly kind: 'map';
  readonly form: 'object' | 'pairs';
  readonly keys?: CodecPlan;
  readonly values?: CodecPlan;
}

export interface ObjectPlan {
  readonly kind: 'object';
  readonly properties?: Readonly<Record<string, CodecPlan>>;
  /** Plans for other keys, by pattern; they take precedence over `additional`. `plan` is absent if the values have no codec. */
  readonly patterns?: readonly { readonly pattern: string; readonly plan?: CodecPlan }[];
  /** Names of properties without codecs that `patterns` or `additional` would otherwise match. */
  readonly plain?: readonly string[];
  readonly additional?: CodecPlan;
}

export interface ArrayPlan {
  readonly kind: 'array';
  readonly items: CodecPlan;
}

export interface TuplePlan {
  readonly kind: 'tuple';
  /** The plans of the first elements; null for an element without codecs. */
  readonly prefix: readonly (CodecPlan | null)[];
  readonly rest?: CodecPlan;
}

/** A union of branches. The first branch whose shape matches applies. */
export interface UnionPlan {
  readonly kind: 'union';
  readonly branches: readonly CodecBranch[];
}

/** An instance of a user-defined class. It is encoded by `toJSON` and decoded by the static method `fromJSON`. */
export interface ClassPlan {
  readonly kind: 'class';
  /** The name in {@link CodecClasses}. Absent in results, which only need `toJSON`. */
  readonly name?: string;
  /** The plan for the result of `toJSON`. */
  readonly json?: CodecPlan;
}

/** The classes that plans refer to by name. They are thunks, because modules may import each other. */
export type CodecClasses = Readonly<Record<string, () => unknown>>;

export interface CodecBranch {
  readonly shape: Shape;
  /** Absent if the values of this branch are already JSON. */
  readonly plan?: CodecPlan;
}

/**
 * A cheap test that distinguishes the branches of a union. It is only as deep as necessary and does not validate: absent parts are not
 * examined.
 */
export interface Shape {
  /** The JSON types after encoding; `number` includes integers. */
  readonly types?: readonly Exclude<JsonType, 'integer'>[];
  /** The kind of codec for the object in memory, if it differs from its JSON. */
  readonly codec?: string;
  /** The class of the value in memory; true for any object with `toJSON`. If set, the rest of the shape only describes the JSON. */
  readonly class?: string | true;
  /** The value matches at least one of these shapes. */
  readonly anyOf?: readonly Shape[];
  /** The only possible values. */
  readonly values?: readonly JsonPrimitive[];
  /** Required members. */
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  /** The shape of all other members; false if there must be none. */
  readonly additional?: Shape | false;
  /** The shape of the elements after `prefix`; false if there must be none. */
  readonly items?: Shape | false;
  readonly prefix?: readonly Shape[];
  readonly minItems?: number;
}

/** The codecs of a tool's values; parts without codecs are absent. */
export interface ToolCodecs {
  /** The plan for the arguments object. */
  readonly parameters?: CodecPlan;
  readonly result?: CodecPlan;
  /** The targets of `ref` plans: recursive and shared types. */
  readonly definitions?: Readonly<Record<string, CodecPlan>>;
  readonly classes?: CodecClasses;
}
