import type { JsonPrimitive, Shape } from '@toolwright/contract';
import { literalType } from '../ir/definitions.js';
import type { Definitions, ObjectNode, TypeNode, UnionNode } from '../ir/type-node.js';
import { resolveNode, unionMembers } from '../ir/union-members.js';
import { type ClassNameOf, codecShape } from './codec-shape.js';
import { joinClasses } from './join-classes.js';

/** The depth to which shapes are compared: down to the members of an object's members. Unions that differ only below it are ambiguous. */
export const SHAPE_DEPTH = 2;

/** A type or named union inside a union, and the shape that identifies its values at run time. */
export interface UnionBranch {
  readonly node: TypeNode;
  readonly shape: Shape;
  /** Whether its JSON type or one of its literals distinguishes it from all other branches. */
  readonly isApart: boolean;
  /** Whether it is a member of a named union inside the union. */
  readonly isNested: boolean;
}

/**
 * Splits a union into branches that can be told apart by JSON type or by a tag (a property with a literal value in each object). A named
 * union stays one branch if that suffices, as in `Expression | null`. Other branches are compared by shape, down to {@link SHAPE_DEPTH}.
 */
export function unionBranches(
  union: UnionNode,
  definitions: Definitions,
  nameOf?: ClassNameOf,
): readonly UnionBranch[] {
  if (unionMembers(union, definitions).some((node) => resolveNode(node, definitions).kind === 'class'))
    return classBranches(union, definitions, nameOf);
  const direct = union.members.map((node) => partOf(node, definitions, false));
  if (direct.some(({ isUnion }) => isUnion) && areDisjoint(direct.map(kindsOf))) {
    return direct.map((part) => ({
      ...part,
      shape: codecShape(part.node, definitions, 0, nameOf),
      isApart: true,
    }));
  }
  const tag = findTag(direct, union.discriminator, definitions);
  const taken = tag === undefined ? new Map<unknown, number>() : countValues(direct, tag);
  const parts = uniqueParts(
    direct.flatMap((part) =>
      part.isUnion && !isUnique(part, tag, taken)
        ? part.members.map((node) => partOf(node, definitions, true))
        : [part],
    ),
  );
  const counts = tag === undefined ? taken : countValues(parts, tag);
  return parts.map((part) => {
    const isApart = tag !== undefined && isUnique(part, tag, counts);
    const shape = isApart ? tagShape(part, tag) : codecShape(part.node, definitions, SHAPE_DEPTH, nameOf);
    return { node: part.node, isNested: part.isNested, shape, isApart };
  });
}

/**
 * Returns the branches of a union with classes. At run time, instances are recognised in memory by their class, and in JSON like other
 * types: a tag in the return type of `toJSON` identifies a class. Other objects have no class in memory, so they are compared with all
 * branches.
 */
function classBranches(
  union: UnionNode,
  definitions: Definitions,
  nameOf?: ClassNameOf,
): readonly UnionBranch[] {
  const direct = new Set(union.members);
  const nodes = joinClasses(unionMembers(union, definitions), definitions);
  const resolved = nodes.map((node) => resolveNode(node, definitions));
  const parts = resolved.map((node) => partOf(node.kind === 'class' ? node.json : node, definitions, false));
  const tag = findTag(parts, undefined, definitions);
  const counts = tag === undefined ? new Map<unknown, number>() : countValues(parts, tag);
  return nodes.map((node, index) => {
    const part = parts[index];
    return {
      node,
      shape: codecShape(node, definitions, SHAPE_DEPTH, nameOf),
      isApart: resolved[index]?.kind === 'class' && part !== undefined && isUnique(part, tag, counts),
      isNested: !direct.has(node),
    };
  });
}

interface UnionPart {
  readonly node: TypeNode;
  readonly isNested: boolean;
  readonly isUnion: boolean;
  /** The type itself, or the members of the named union. */
  readonly members: readonly TypeNode[];
  readonly objects: readonly ObjectNode[];
  readonly others: readonly Shape[];
}

function partOf(node: TypeNode, definitions: Definitions, isNested: boolean): UnionPart {
  const members = unionMembers(node, definitions);
  const resolved = members.map((member) => resolveNode(member, definitions));
  const objects = resolved.filter((member) => member.kind === 'object');
  const others = resolved
    .filter(({ kind }) => kind !== 'object')
    .map((member) => codecShape(member, definitions, 0));
  return {
    node,
    isNested,
    isUnion: resolveNode(node, definitions).kind === 'union',
    members,
    objects,
    others,
  };
}

/** Removes duplicates: a type may be in several named unions. */
function uniqueParts(parts: readonly UnionPart[]): readonly UnionPart[] {
  const seen = new Set<unknown>();
  return parts.filter(({ node }) => {
    const key = node.kind === 'ref' ? node.id : node;
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns the JSON types of a part and its built-in objects, which may have other JSON types in other parts. */
function kindsOf({ objects, others }: UnionPart): ReadonlySet<string> {
  const kinds = new Set<string>(objects.length > 0 ? ['object'] : []);
  for (const { types = ['anything'], codec } of others) {
    for (const type of types) kinds.add(type);
    if (codec !== undefined) kinds.add(`codec ${codec}`);
  }
  return kinds;
}

function areDisjoint(sets: readonly ReadonlySet<string>[]): boolean {
  const all = sets.flatMap((set) => [...set]);
  return !all.includes('anything') && new Set(all).size === all.length;
}

interface Tag {
  readonly name: string;
  readonly values: ReadonlyMap<ObjectNode, readonly JsonPrimitive[]>;
}

/** Finds the property that is a literal in every object and has the most distinct literals. */
function findTag(
  parts: readonly UnionPart[],
  discriminator: string | undefined,
  definitions: Definitions,
): Tag | undefined {
  const objects = [...new Set(parts.flatMap((part) => part.objects))];
  const [first] = objects;
  const mayBeOtherObject = parts.some(({ others }) =>
    others.some(({ types, codec }) => types?.includes('object') !== false || codec === 'map'),
  );
  if (first === undefined || objects.length < 2 || mayBeOtherObject) return undefined;
  const names = discriminator === undefined ? first.properties.map(({ name }) => name) : [discriminator];
  const tags = names.flatMap((name) => tagOf(objects, name, definitions) ?? []);
  return tags.reduce<Tag | undefined>(
    (best, tag) => (best && sizeOf(best) >= sizeOf(tag) ? best : tag),
    undefined,
  );
}

function tagOf(objects: readonly ObjectNode[], name: string, definitions: Definitions): Tag | undefined {
  const values = new Map<ObjectNode, readonly JsonPrimitive[]>();
  for (const object of objects) {
    const property = object.properties.find((candidate) => candidate.name === name);
    if (property === undefined || property.optional) return undefined;
    const node = resolveNode(property.type, definitions);
    if (node.kind === 'literal') values.set(object, [node.value]);
    else if (node.kind === 'enum') values.set(object, node.values);
    else return undefined;
  }
  return { name, values };
}

function sizeOf({ values }: Tag): number {
  return new Set([...values.values()].flat()).size;
}

function valuesOf({ objects }: UnionPart, { values }: Tag): readonly JsonPrimitive[] {
  return [...new Set(objects.flatMap((object) => values.get(object) ?? []))];
}

/** Counts the parts that contain each literal. */
function countValues(parts: readonly UnionPart[], tag: Tag): ReadonlyMap<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const part of parts) {
    for (const value of valuesOf(part, tag)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** Whether no other part shares a literal with this part. False for parts that contain more than objects: these are compared by shape. */
function isUnique(part: UnionPart, tag: Tag | undefined, counts: ReadonlyMap<unknown, number>): boolean {
  if (tag === undefined || part.objects.length === 0 || part.others.length > 0) return false;
  return valuesOf(part, tag).every((value) => counts.get(value) === 1);
}

function tagShape(part: UnionPart, tag: Tag): Shape {
  const values = valuesOf(part, tag);
  const types = [...new Set(values.map(literalType))];
  return { types: ['object'], required: [tag.name], properties: { [tag.name]: { types, values } } };
}
