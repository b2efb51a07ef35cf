import { isRecord } from '@toolwright/contract';

/**
 * Returns the names of members, at any depth, that a schema marks with `writeOnly` or the format `password`. The mark may be on the member
 * itself, in a referenced definition, in a branch, or on its items. If the root is marked, all members are secret.
 */
export function secretNames(schema: unknown): ReadonlySet<string> {
  const { parts, members, holders } = readSchemaParts(schema);
  const secrets = new Set(parts.filter(isSecret));
  // The loop also visits values that are added to the set while it runs.
  for (const part of secrets) for (const holder of holders.get(part) ?? []) secrets.add(holder);
  const isWhole = secrets.has(schema);
  return new Set(members.filter(({ part }) => isWhole || secrets.has(part)).map(({ name }) => name));
}

function isSecret(schema: unknown): boolean {
  return isRecord(schema) && (schema.writeOnly === true || schema.format === 'password');
}

/** Reads a schema of any origin. A reference resolves to all definitions with its name, because a request may contain several schemas. */
function readSchemaParts(schema: unknown) {
  /** The schemas in `properties`, at any depth. */
  const members: { name: string; part: unknown }[] = [];
  /** For each subschema, the schemas that apply it to their own value or items, or the name of a definition. Members have no holders. */
  const holders = new Map<unknown, unknown[]>();
  const parts = new Set<unknown>([schema]);
  const hold = (part: unknown, holder: unknown): void => {
    const known = holders.get(part);
    if (known === undefined) holders.set(part, [holder]);
    else known.push(holder);
  };
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue;
    for (const [keyword, value] of Object.entries(part)) {
      if (VALUES.has(keyword)) continue;
      if (keyword === '$ref' && typeof value === 'string') hold(definitionName(value), part);
      const isNamed = isRecord(value) && NAMED.has(keyword);
      for (const [name, inner] of isNamed ? Object.entries(value) : []) {
        if (keyword === 'properties') members.push({ name, part: inner });
        else hold(inner, name);
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
/** Keywords that contain schemas by name. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

function definitionName(ref: string): string {
  return ref
    .replace(/^#\/(?:\$defs|definitions)\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}
