import type { JsonSchema, JsonValue } from '@toolwright/contract';

/** Returns the values that a schema lists, or an empty set if it also accepts other values. Excludes null, which stands for absence. */
export function literalsOf(schema: JsonSchema): ReadonlySet<JsonValue> {
  const values = new Set<JsonValue>();
  const open: JsonSchema[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const branches = next.anyOf ?? next.oneOf;
    if (next.enum !== undefined) for (const value of next.enum) values.add(value);
    else if (next.const !== undefined) values.add(next.const);
    else if (branches !== undefined) open.push(...branches.slice(0, MAX_BRANCHES));
    else if (next.type !== 'null') return new Set();
  }
  values.delete(null);
  return values;
}

/** Maximum number of branches to read: more values than a text can list. */
const MAX_BRANCHES = 2_000;
