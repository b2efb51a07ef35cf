import type { JsonSchema, JsonType } from '@toolwright/contract';

/** The subset of JSON Schema that a provider understands. */
export interface Profile {
  /** Keywords that are kept; others move to the description. */
  readonly keywords: ReadonlySet<string> | 'all';
  /** Whether a kept keyword is understood with this value; default: always. `(keyword) => keyword !== 'default'` accepts all but one. */
  readonly understands?: (keyword: string, value: unknown) => boolean;
  /**
   * How optional properties are represented. `nullable`: they may be null or absent, and null means absent. `required`: they are always
   * present, and null means absent.
   */
  readonly optional: 'absent' | 'nullable' | 'required';
  /** Whether open schemas (any value, further members) are kept or make the schema impossible. */
  readonly open: 'stays' | 'impossible';
  /** `bare`: a `$ref` has no siblings. `none`: references are inlined. */
  readonly references: 'any' | 'bare' | 'none';
  /** `in-optional`: types are recursive only through optional properties. */
  readonly cycles: 'any' | 'in-optional';
  /** `without-items`: no schema for the elements after `prefixItems`. */
  readonly tuples?: 'without-items';
  /** Types of literals that an `enum` may contain. Undefined: all, also mixed. */
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
