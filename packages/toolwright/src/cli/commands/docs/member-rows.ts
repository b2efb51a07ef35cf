import type { JsonSchema } from '@toolwright/contract';
import { resolveRef } from '@toolwright/json-schema';
import { literal, ruleText, typeText } from './type-text.js';

/** A row of a table: an argument, or a member of an argument. */
export interface MemberRow {
  /** The path, e.g. `page.size` or `tags[].name`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** The default value as JSON. */
  readonly fallback: string | undefined;
  readonly description: string;
  readonly rules: string;
  readonly examples: readonly string[];
  readonly deprecated: boolean;
}

/** The rows for one object. A schema can have thousands of members, but people only read the first ones. */
export interface MemberRows {
  readonly rows: readonly MemberRow[];
  readonly more: boolean;
}

const MAX_ROWS = 100;
const MAX_DEPTH = 4;

/** Returns the members of an object and of the objects within it, in source order. A recursive type is expanded only once. */
export function memberRows(root: JsonSchema): MemberRows {
  const rows: MemberRow[] = [];
  const more = !addRows(root, { root, prefix: '', depth: MAX_DEPTH, open: new Set() }, rows);
  return { rows, more };
}

interface Place {
  readonly root: JsonSchema;
  readonly prefix: string;
  readonly depth: number;
  /** The references that led here. */
  readonly open: ReadonlySet<string>;
}

/** Adds the members of an object. @returns false if not all members fit */
function addRows(schema: JsonSchema, place: Place, rows: MemberRow[]): boolean {
  const { properties = {}, required = [] } = schema;
  const needed = new Set(required);
  for (const [name, member] of Object.entries(properties)) {
    if (rows.length >= MAX_ROWS) return false;
    const path = place.prefix + name;
    rows.push(rowOf(path, member, needed.has(name), place.root));
    if (!addMembers(member, { ...place, prefix: path }, rows)) return false;
  }
  return true;
}

/** Adds the members of a member that is an object or a list of objects. */
function addMembers(member: JsonSchema, place: Place, rows: MemberRow[]): boolean {
  const { $ref } = member;
  if (place.depth === 0 || ($ref !== undefined && place.open.has($ref))) return true;
  const open = $ref === undefined ? place.open : new Set([...place.open, $ref]);
  const schema = $ref === undefined ? member : resolveRef(member, place.root);
  const below = { ...place, open, depth: place.depth - 1 };
  if (schema === undefined) return true;
  if (schema.properties !== undefined) return addRows(schema, { ...below, prefix: `${place.prefix}.` }, rows);
  const { items, anyOf } = schema;
  if (typeof items === 'object') return addMembers(items, { ...below, prefix: `${place.prefix}[]` }, rows);
  const branches = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? addMembers(only, below, rows) : true;
}

function rowOf(name: string, schema: JsonSchema, required: boolean, root: JsonSchema): MemberRow {
  const target = schema.$ref === undefined ? schema : { ...resolveRef(schema, root), ...schema };
  return {
    name,
    type: typeText(schema),
    required,
    fallback: target.default === undefined ? undefined : literal(target.default),
    description: target.description ?? '',
    rules: ruleText(target),
    examples: (target.examples ?? []).slice(0, 5).map(literal),
    deprecated: target.deprecated === true,
  };
}
