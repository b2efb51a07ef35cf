import { isJsonObject, type JsonObject, type JsonValue } from '@toolwright/contract';

/** A list of flat objects. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly JsonObject[];
}

const MAX_COLUMNS = 40;

/** Returns a list of at least two flat objects as a table; undefined for any other value. */
export function findTable(value: JsonValue): Table | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const columns = new Set<string>();
  for (const row of value) {
    if (!isJsonObject(row)) return undefined;
    for (const [name, cell] of Object.entries(row)) {
      if (typeof cell === 'object' && cell !== null) return undefined;
      columns.add(name);
      if (columns.size > MAX_COLUMNS) return undefined;
    }
  }
  return columns.size === 0 ? undefined : { columns: [...columns], rows: value.filter(isJsonObject) };
}
