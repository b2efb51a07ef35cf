import type { JsonSchema, Shape } from '@toolwright/contract';
import type { Steps } from '../codec/trail.js';

/** A platform object that JSON represents in another form, such as a `Date` as a string. */
export type BuiltIn = ScalarBuiltIn | CollectionBuiltIn;

interface CommonBuiltIn {
  /** Its names in TypeScript and as globals, with namespace (`Temporal.PlainDate`). Messages use the first name. */
  readonly typeNames: readonly [string, ...string[]];
  /** Whether a value is such an object. Also recognizes objects from another realm, such as a `vm` context. */
  readonly is: (value: unknown) => boolean;
}

/** The JSON form that models see, and the conversions from and to it. */
export interface WireForm extends Steps {
  readonly schema: JsonSchema & { readonly type: 'string' | 'number' | 'object' };
}

/** A built-in without type arguments that affect its JSON. */
export interface ScalarBuiltIn extends CommonBuiltIn, WireForm {
  /** Alternative forms, by the `@format` value that selects them. */
  readonly formats?: Readonly<Record<string, WireForm>>;
  readonly parts?: undefined;
}

/** @param format undefined for the default form */
export function wireForm(builtIn: ScalarBuiltIn, format: string | undefined): WireForm {
  return (format === undefined ? undefined : builtIn.formats?.[format]) ?? builtIn;
}

/** A built-in that holds values of other types. */
export interface CollectionBuiltIn extends CommonBuiltIn {
  /** The roles of its type arguments, in order. */
  readonly parts: readonly ('keys' | 'items')[];
  /** @param parts.keys absent if the keys are plain strings, or if there are no keys */
  readonly schema: (parts: { readonly keys?: JsonSchema; readonly items: JsonSchema }) => JsonSchema;
  /** Returns the shape of its JSON. @param parts.items absent below the maximum depth of the shape */
  readonly shape: (parts: { readonly keys?: Shape; readonly items?: Shape }) => Shape;
  /** Returns the object's content in the structure of its JSON, not yet encoded; undefined if it does not have that structure. */
  readonly content: (value: unknown, shape: Shape) => unknown;
}
