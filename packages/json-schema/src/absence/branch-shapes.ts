import type { JsonPrimitive, JsonSchema, Shape } from '@toolwright/contract';
import { resolveRef } from '../document/references.js';
import { type NullForm, primitiveValues, schemaShape } from './schema-shape.js';

/** Describes the values of one branch of a union. */
export interface BranchShape {
  readonly shape: Shape;
  /** Whether the branch can be told apart from all others by its JSON type or by a tag. */
  readonly isApart: boolean;
}

/**
 * Returns the shapes of a union's branches. Branches are told apart by JSON type, or by a tag: a required property with a literal in each
 * object. Only branches that neither can tell apart are examined in more detail.
 */
export function branchShapes(
  branches: readonly JsonSchema[],
  root: JsonSchema,
  form: NullForm,
): readonly BranchShape[] {
  const parts = branches.map((branch) => leavesOf(branch, root));
  const types = parts.map((leaves) => [...new Set(leaves.flatMap(typesOf))]);
  if (areDisjoint(types)) {
    return types.map((each) => ({ shape: { types: each.filter(isKnown) }, isApart: true }));
  }
  const tag = findTag(parts, root);
  const values = parts.map((leaves) => leaves.flatMap((leaf) => (tag && literalsOf(leaf, tag, root)) ?? []));
  const counts = new Map<unknown, number>();
  for (const value of values.flatMap((each) => [...new Set(each)])) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return branches.map((branch, index): BranchShape => {
    const own = values[index] ?? [];
    const isApart =
      tag !== undefined &&
      (parts[index] ?? []).every(isObject) &&
      own.every((value) => counts.get(value) === 1);
    const shape: Shape = isApart
      ? { types: ['object'], required: [tag], properties: { [tag]: { values: own } } }
      : schemaShape(branch, root, form);
    return { shape, isApart };
  });
}

type JsonKind = NonNullable<Shape['types']>[number];

/** Returns the branches of a union, with nested unions flattened. A recursive reference adds no branches. */
function leavesOf(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  const leaves: JsonSchema[] = [];
  const seen = new Set<JsonSchema>();
  const open = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const target = resolveRef(next, root) ?? {};
    if (seen.has(target)) continue;
    seen.add(target);
    const branches = target.anyOf ?? target.oneOf;
    if (branches === undefined) leaves.push(target);
    else for (const branch of branches) open.push(branch);
  }
  return leaves;
}

function typesOf({ type }: JsonSchema): readonly (JsonKind | 'anything')[] {
  if (type === undefined) return ['anything'];
  return [type].flat().map((each) => (each === 'integer' ? 'number' : each));
}

function isKnown(type: JsonKind | 'anything'): type is JsonKind {
  return type !== 'anything';
}

function areDisjoint(types: readonly (readonly string[])[]): boolean {
  const all = types.flat();
  return !all.includes('anything') && new Set(all).size === all.length;
}

function isObject({ type }: JsonSchema): boolean {
  return type === 'object';
}

/** Finds the tag with the most literals. */
function findTag(parts: readonly (readonly JsonSchema[])[], root: JsonSchema): string | undefined {
  const leaves = [...new Set(parts.flat())];
  const objects = leaves.filter(isObject);
  const [first] = objects;
  const mayBeOtherObject = leaves.some(
    (leaf) => !isObject(leaf) && typesOf(leaf).some((type) => type === 'object' || type === 'anything'),
  );
  if (first === undefined || objects.length < 2 || mayBeOtherObject) return undefined;
  let best: string | undefined;
  let most = 0;
  for (const name of first.required ?? []) {
    const literals = objects.map((object) => literalsOf(object, name, root));
    if (literals.includes(undefined)) continue;
    const size = new Set(literals.flat()).size;
    if (size > most) [best, most] = [name, size];
  }
  return best;
}

/** Returns the literals of a required property; undefined if it also accepts other values. */
function literalsOf(
  { required, properties = {} }: JsonSchema,
  name: string,
  root: JsonSchema,
): readonly JsonPrimitive[] | undefined {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const target = property && resolveRef(property, root);
  return target && required?.includes(name) ? primitiveValues(target) : undefined;
}
