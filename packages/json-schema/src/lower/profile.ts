import type { JsonSchema, JsonType } from '@toolwright/contract';

/** The subset of JSON Schema that a provider supports. */
export interface Profile {
  /** The keywords that are kept. All others move to the description. */
  readonly keywords: ReadonlySet<string> | 'all';
  /** Whether the provider supports a kept keyword with this value. Default: always. */
  readonly understands?: (keyword: string, value: unknown) => boolean;
  /**
   * How absent optional properties are represented. `absent`: they are omitted. `nullable`: they are omitted or null. `required`: they are
   * always null.
   */
  readonly optional: 'absent' | 'nullable' | 'required';
  /** Whether open schemas (any value, undeclared members) are kept or make the schema impossible. */
  readonly open: 'stays' | 'impossible';
  /** How references are represented. `bare`: a `$ref` has no siblings. `none`: references are inlined. */
  readonly references: 'any' | 'bare' | 'none';
  /** Which recursive types are allowed. `in-optional`: types that are recursive only through optional properties. */
  readonly cycles: 'any' | 'in-optional';
  /** `without-items`: no schema for the elements after `prefixItems`. */
  readonly tuples?: 'without-items';
  /** The types of literals that an `enum` may contain. Default: all types, also mixed in one `enum`. */
  readonly literals?: ReadonlySet<JsonType>;
}

export function understands(
  { keywords, understands: check }: Profile,
  keyword: string,
  value: unknown,
): boolean {
  if (keywords !== 'all' && !keywords.has(keyword)) return false;
  return check?.(keyword, value) ?? true;
}

/** A schema under construction. */
export type Draft = { -readonly [Keyword in keyof JsonSchema]: JsonSchema[Keyword] };
