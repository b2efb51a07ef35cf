import { isRecord } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import type { Part } from '../contains/verdict.js';

/** Returns the target of a reference; undefined if it is unknown. */
type Resolve = (ref: unknown) => Part | undefined;

/** Whether no value matches two of the schemas, because their types or the literals of one member differ. Then `oneOf` equals `anyOf`. */
export function areExclusive(parts: readonly Part[], resolve: Resolve): boolean {
  const branches = parts.map((part) => resolved(part, resolve));
  if (areApart(branches.map(literalsOf)) || areApart(branches.map(kindsOf))) return true;
  const [first] = branches;
  const required = first === undefined ? [] : first.required;
  return (
    Array.isArray(required) &&
    required.some((tag) => typeof tag === 'string' && areApart(branches.map((branch) => tagOf(branch, tag))))
  );
}

type Written = Readonly<Record<string, unknown>>;

function resolved(part: Part, resolve: Resolve): Written | undefined {
  const target = typeof part === 'object' && '$ref' in part ? resolve(part.$ref) : part;
  return typeof target === 'object' ? { ...target } : undefined;
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

function literalsOf(branch: Written | undefined): readonly string[] | undefined {
  const { const: only, enum: listed } = branch ?? {};
  if (only !== undefined) return [canonicalJson(only)];
  return Array.isArray(listed) ? [...new Set(listed.map(canonicalJson))] : undefined;
}

function kindsOf(branch: Written | undefined): readonly string[] | undefined {
  const { type } = branch ?? {};
  if (type === undefined) return undefined;
  return [...new Set([type].flat().map((one) => (one === 'integer' ? 'number' : String(one))))];
}

function tagOf(branch: Written | undefined, tag: string): readonly string[] | undefined {
  const { type, required, properties } = branch ?? {};
  if (type !== 'object' || !Array.isArray(required) || !required.includes(tag)) return undefined;
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, tag))
    return undefined;
  const schema: unknown = Reflect.get(properties, tag);
  return isRecord(schema) ? literalsOf(schema) : undefined;
}
