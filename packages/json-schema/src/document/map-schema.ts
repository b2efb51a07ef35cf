import { isRecord } from '@toolwright/contract';
import { KEYWORDS, type Position } from './child-schemas.js';

/** A schema under construction. */
export type Draft = Record<string, unknown>;

/**
 * Returns a copy of a schema in which `change` was applied to each schema, from the outside in. Data and schemas at other positions stay
 * unchanged.
 * @param positions the positions of the schemas to change. Default: all positions.
 */
export function mapSchema(
  schema: object,
  change: (draft: Draft) => Draft,
  positions?: ReadonlySet<Position>,
): Draft {
  const map = (inner: unknown): unknown => (isRecord(inner) ? mapSchema(inner, change, positions) : inner);
  const entries = Object.entries(change({ ...schema })).map(([keyword, value]): [string, unknown] => {
    const known = KEYWORDS.get(keyword);
    if (known === undefined || positions?.has(known.position) === false) return [keyword, value];
    if (Array.isArray(value)) return [keyword, value.map(map)];
    if (known.holding !== 'named' || !isRecord(value)) return [keyword, map(value)];
    return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]))];
  });
  return Object.fromEntries(entries);
}
