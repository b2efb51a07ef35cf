import type { JsonSchema, Shape } from '@toolwright/contract';
import type { Steps } from '../codec/trail.js';

/** An object of the platform with another form in JSON, such as a `Date` as text. */
export type BuiltIn = ScalarBuiltIn | CollectionBuiltIn;

interface CommonBuiltIn {
  /** Its names in TypeScript and as globals, with namespace (`Temporal.PlainDate`). Messages use the first one. */
  readonly typeNames: readonly [string, ...string[]];
  /** Whether a value is such an object, including objects of another realm, such as a `vm` context. */
  readonly is: (value: unknown) => boolean;
}

/** The JSON that models see, and the conversions from and to it. */
export interface WireForm extends Steps {
  readonly schema: JsonSchema & { readonly type: 'string' | 'number' | 'object' };
}

/** A built-in without type arguments that affect its JSON. */
export interface ScalarBuiltIn extends CommonBuiltIn, WireForm {
  /** Further forms, by the value of `@format` that selects them. */
  readonly formats?: Readonly<Record<string, WireForm>>;
  readonly parts?: undefined;
}

/** @param format Undefined for the usual form. */
export function wireForm(builtIn: ScalarBuiltIn, format: string | undefined): WireForm {
  return (format === undefined ? undefined : builtIn.formats?.[format]) ?? builtIn;
}

/** A built-in that holds values of other types. */
export interface CollectionBuiltIn extends CommonBuiltIn {
  /** The meaning of its type arguments, in order. */
  readonly parts: readonly ('keys' | 'items')[];
  /** @param parts.keys Absent if the keys are plain strings, or if there are no keys. */
  readonly schema: (parts: { readonly keys?: JsonSchema; readonly items: JsonSchema }) => JsonSchema;
  /** How to recognise its JSON. @param parts.items Absent below the depth of the shape. */
  readonly shape: (parts: { readonly keys?: Shape; readonly items?: Shape }) => Shape;
  /** The object's content in the structure of its JSON, not yet encoded; undefined if it does not have that structure. */
  readonly content: (value: unknown, shape: Shape) => unknown;
}
