import type { ArgumentsOf, RealValue } from '@toolwright/tools';

/** The names of tools. */
export type NameOf<Tools> = keyof Tools & string;

/** The names of the tools of a manifest. Any name if its type does not tell them. */
export type ManifestName<Types> = unknown extends Types ? string : NameOf<Types>;

/** The arguments of a tool of a manifest. */
export type ManifestArguments<Types, Name> = Name extends keyof Types ? ArgumentsOf<Types[Name]> : object;

/** Stands for a value in an expectation, such as `expect.any(String)` of Jest and Vitest. */
export interface ValueMatcher {
  asymmetricMatch(value: unknown): boolean;
}

/** Some of the arguments of a call: of objects any members, of lists all elements. */
export type PartOf<Json, Union = Json> = unknown extends Json
  ? unknown
  : Json extends string | number | boolean | null | undefined | RealValue
    ? Json | ValueMatcher
    : Json extends readonly unknown[]
      ? { readonly [Index in keyof Json]: PartOf<Json[Index]> } | ValueMatcher
      : WithoutOthers<{ readonly [Key in keyof Json]?: PartOf<Json[Key]> }, Json, Union> | ValueMatcher;

/** All arguments of a call, with matchers for values. */
export type WholeOf<Json, Union = Json> = unknown extends Json
  ? unknown
  : Json extends string | number | boolean | null | undefined | RealValue
    ? Json | ValueMatcher
    : Json extends readonly unknown[]
      ? { readonly [Index in keyof Json]: WholeOf<Json[Index]> } | ValueMatcher
      : WithoutOthers<{ readonly [Key in keyof Json]: WholeOf<Json[Key]> }, Json, Union> | ValueMatcher;

/** Refuses the members of other cases of a union, which the compiler accepts where a tag may also be a matcher. */
type WithoutOthers<Form, Json, Union> = [Exclude<KeysOf<Union>, keyof Json>] extends [never]
  ? Form
  : Form & { readonly [Key in Exclude<KeysOf<Union>, keyof Json>]?: never };

type KeysOf<Union> = Union extends
  | string
  | number
  | boolean
  | null
  | undefined
  | RealValue
  | readonly unknown[]
  ? never
  : string extends keyof Union
    ? never
    : keyof Union;
