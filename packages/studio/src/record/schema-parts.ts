import { isRecord } from '@toolwright/contract';

/** What a schema consists of. A part may be shared and recursive. */
export interface SchemaParts {
  readonly parts: readonly unknown[];
  /** The schemas below `properties`, at any depth. */
  readonly members: readonly { readonly name: string; readonly part: unknown }[];
  /** By part: the schemas that say the same of a value or hold it without a name, such as an array its items. Members have none. */
  readonly holders: ReadonlyMap<unknown, readonly unknown[]>;
}

/** Reads schemas of any origin, once each. A reference finds all definitions of its name: a request may hold several schemas. */
export function readSchemaParts(schema: unknown): SchemaParts {
  const members: { name: string; part: unknown }[] = [];
  const holders = new Map<unknown, unknown[]>();
  const definitions = new Map<string, object>();
  const parts = new Set<unknown>([schema]);
  const hold = (part: unknown, holder: unknown): void => {
    const known = holders.get(part);
    if (known === undefined) holders.set(part, [holder]);
    else known.push(holder);
  };
  /** Stands for all definitions of a name. */
  const definition = (name: string): object => {
    const known = definitions.get(name) ?? {};
    definitions.set(name, known);
    return known;
  };
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    for (const [keyword, value] of Object.entries(part)) {
      if (VALUES.has(keyword)) continue;
      if (keyword === '$ref' && typeof value === 'string') hold(definition(definitionName(value)), part);
      const isNamed = isRecord(value) && NAMED.has(keyword);
      for (const [name, inner] of isNamed ? Object.entries(value) : []) {
        if (keyword === 'properties') members.push({ name, part: inner });
        else hold(inner, definition(name));
        parts.add(inner);
      }
      if (isNamed || typeof value !== 'object' || value === null) continue;
      hold(value, part);
      parts.add(value);
    }
  }
  return { parts: [...parts], members, holders };
}

/** Keywords whose values are no schemas. */
const VALUES: ReadonlySet<string> = new Set(['default', 'examples', 'const', 'enum']);
/** Keywords whose schemas stand below names. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

function definitionName(ref: string): string {
  return ref
    .replace(/^#\/(?:\$defs|definitions)\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}
