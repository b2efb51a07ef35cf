import { isRecord } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import type { Part } from '../contains/verdict.js';

/** Returns the target of a reference; undefined if it is unknown. */
type Resolve = (ref: unknown) => Part | undefined;

/** Whether no value matches two of the schemas, because their types or the literals of one member differ. Then `oneOf` equals `anyOf`. */
export function areExclusive(parts: readonly Part[], resolve: Resolve): boolean {
  const branches = parts.map((part) => wholeOf(part, resolve));
  const areTold = (listOf: (part: Written) => readonly string[] | undefined): boolean =>
    areApart(branches.map((branch) => firstOf(branch, listOf)));
  if (areTold(literalsOf) || areTold(kindsOf)) return true;
  const required = (branches[0] ?? []).flatMap((part) => (Array.isArray(part.required) ? part.required : []));
  return required.some((tag) => typeof tag === 'string' && areTold((part) => tagOf(part, tag)));
}

type Written = Readonly<Record<string, unknown>>;

/** Lists a schema and the parts of its `allOf`, all of which its values match. */
function wholeOf(part: unknown, resolve: Resolve, depth = 0): readonly Written[] {
  const target = isRecord(part) && '$ref' in part ? resolve(part.$ref) : part;
  if (!isRecord(target)) return [];
  const parts = Array.isArray(target.allOf) && depth < MAX_DEPTH ? target.allOf : [];
  return [target, ...parts.flatMap((each) => wholeOf(each, resolve, depth + 1))];
}

/** Parts of parts are read in documents whose choices have discriminators. */
const MAX_DEPTH = 2;

function firstOf<List>(
  parts: readonly Written[],
  listOf: (part: Written) => List | undefined,
): List | undefined {
  for (const part of parts) {
    const list = listOf(part);
    if (list !== undefined) return list;
  }
  return undefined;
}

/** Whether no two lists share an entry. Returns false if a list is undefined, because its entries are unknown. */
function areApart(lists: readonly (readonly string[] | undefined)[]): boolean {
  const taken = new Set<string>();
  return lists.every((list) => {
    if (list === undefined || list.some((entry) => taken.has(entry))) return false;
    for (const entry of list) taken.add(entry);
    return true;
  });
}

function literalsOf({ const: only, enum: listed }: Written): readonly string[] | undefined {
  if (only !== undefined) return [canonicalJson(only)];
  return Array.isArray(listed) ? [...new Set(listed.map(canonicalJson))] : undefined;
}

function kindsOf({ type }: Written): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return [...new Set([type].flat().map((one) => (one === 'integer' ? 'number' : String(one))))];
}

function tagOf({ type, required, properties }: Written, tag: string): readonly string[] | undefined {
  if (type !== 'object' || !Array.isArray(required) || !required.includes(tag)) return undefined;
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, tag))
    return undefined;
  const schema: unknown = Reflect.get(properties, tag);
  return isRecord(schema) ? literalsOf(schema) : undefined;
}
