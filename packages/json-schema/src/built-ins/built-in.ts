import type { JsonSchema, Shape } from '@toolwright/contract';
import type { Steps } from '../codec/trail.js';

/** An object of the platform that travels as JSON in another form, such as a `Date` as text. */
export type BuiltIn = ScalarBuiltIn | CollectionBuiltIn;

interface CommonBuiltIn {
  /** Its names in TypeScript and as globals, with their namespace (`Temporal.PlainDate`). Messages use the first. */
  readonly typeNames: readonly [string, ...string[]];
  /** Whether a value is such an object, also one from another realm, such as a `vm` context. */
  readonly is: (value: unknown) => boolean;
}

/** The JSON that models see, and the way there and back. */
export interface WireForm extends Steps {
  readonly schema: JsonSchema & { readonly type: 'string' | 'number' | 'object' };
}

/** A built-in whose type arguments, if it has any, do not matter. */
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
  /** @param parts.keys Absent where the keys are plain strings, or there are no keys. */
  readonly schema: (parts: { readonly keys?: JsonSchema; readonly items: JsonSchema }) => JsonSchema;
  /** How to recognise the JSON. @param parts.items Absent where the shape does not go that deep. */
  readonly shape: (parts: { readonly keys?: Shape; readonly items?: Shape }) => Shape;
  /** The object's content in the structure of its JSON, not encoded; undefined where it does not have that structure. */
  readonly content: (value: unknown, shape: Shape) => unknown;
}
