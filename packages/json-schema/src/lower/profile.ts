import type { JsonSchema, JsonType } from '@toolwright/contract';

/** The JSON Schema that a provider understands. */
export interface Profile {
  /** Keywords that stay; others move to the description. */
  readonly keywords: ReadonlySet<string> | 'all';
  /** Whether a keyword that stays is understood with this value; default: always. `(keyword) => keyword !== 'default'` takes all but one. */
  readonly understands?: (keyword: string, value: unknown) => boolean;
  /**
   * How a property that may be absent is shown. `nullable`: also null is allowed, and means absent. `required`: it must be there,
   * and null means absent.
   */
  readonly optional: 'absent' | 'nullable' | 'required';
  /** Whether what is open, any value and any further member, stays, or makes the schema impossible. */
  readonly open: 'stays' | 'impossible';
  /** `bare`: a `$ref` stands alone. `none`: what it means stands in its place. */
  readonly references: 'any' | 'bare' | 'none';
  /** `in-optional`: a type contains itself only in properties that may be absent. */
  readonly cycles: 'any' | 'in-optional';
  /** `without-items`: nothing is said of the elements behind those of `prefixItems`. */
  readonly tuples?: 'without-items';
  /** Types of literals that may be in an `enum`. Undefined: all, and of several types at once. */
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

/** A schema that is being made. */
export type Draft = { -readonly [Keyword in keyof JsonSchema]: JsonSchema[Keyword] };
