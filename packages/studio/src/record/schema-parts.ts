import { isRecord } from '@toolwright/contract';

/** The parts of a schema, which may be shared and recursive. */
export interface SchemaParts {
  readonly parts: readonly unknown[];
  /** The schemas below `properties`, at any depth. */
  readonly members: readonly { readonly name: string; readonly part: unknown }[];
  /** For each part, the schemas that apply it to their own value or their items. Members of objects have no holders. */
  readonly holders: ReadonlyMap<unknown, readonly unknown[]>;
}

/** Reads a schema of any origin. A reference leads to all definitions of its name, because a request may contain several schemas. */
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
  /** A placeholder for all definitions of a name. */
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

/** Keywords whose values are not schemas. */
const VALUES: ReadonlySet<string> = new Set(['default', 'examples', 'const', 'enum']);
/** Keywords with schemas by name. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

function definitionName(ref: string): string {
  return ref
    .replace(/^#\/(?:\$defs|definitions)\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}
