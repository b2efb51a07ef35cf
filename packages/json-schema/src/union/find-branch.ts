import type { JsonSchema } from '@toolwright/contract';
import { resolveRef } from '../document/references.js';
import { admits, isContainer, literalValues } from './json-types.js';

/**
 * Finds the branch of a union that a value was intended for: the only branch of its type, or the only branch with the value's tags
 * (properties with literal values). Returns undefined if this is ambiguous.
 */
export function findBranch(
  branches: readonly JsonSchema[],
  value: unknown,
  root: JsonSchema,
): number | undefined {
  const fitting = [...branches.keys()].filter((index) => admits(branches[index] ?? {}, value, root));
  if (fitting.length === 1) return fitting[0];
  if (!isContainer(value)) return undefined;
  const common = findTag(branches, root)?.name;
  const candidates = fitting.map((index) => ({ index, tags: tagsOf(branches[index] ?? {}, root) }));
  // The common tag of all branches takes precedence over other tags.
  const rules: readonly ((tag: Tag) => boolean)[] = [
    (tag) => tag.name === common && isOther(tag, value),
    (tag) => isOther(tag, value),
    (tag) => isOther(tag, value) || (tag.isRequired && !Object.hasOwn(value, tag.name)),
  ];
  for (const excludes of rules) {
    const [only, ...others] = candidates.filter(({ tags }) => !tags.some(excludes));
    if (others.length === 0 && only?.tags.some((tag) => isCarried(tag, value))) return only.index;
  }
  return undefined;
}

/**
 * Finds the branch of a union that an untagged object was intended for: the only branch with its members. Returns undefined if this is
 * ambiguous, including when another branch is open and may have any members.
 */
export function findBranchByMembers(
  branches: readonly JsonSchema[],
  value: object,
  root: JsonSchema,
): number | undefined {
  if (Array.isArray(value)) return undefined;
  const fitting = [...branches.keys()].filter((index) => {
    const branch = branches[index] ?? {};
    return admits(branch, value, root) && mayHaveMembers(branch, value, root);
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether a branch may have the members of a value. Returns true if the branch does not declare its members. */
function mayHaveMembers(branch: JsonSchema, value: object, root: JsonSchema): boolean {
  const target = resolveRef(branch, root);
  if (target?.properties === undefined) return true;
  const { properties, required = [], additionalProperties, patternProperties } = target;
  const isClosed = additionalProperties === false && patternProperties === undefined;
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    (!isClosed || Object.keys(value).every((name) => Object.hasOwn(properties, name)))
  );
}

/** Returns the tag that distinguishes the object branches of a union, with its values; undefined if there is no tag. */
export function findTag(
  branches: readonly JsonSchema[],
  root: JsonSchema,
): { readonly name: string; readonly values: readonly unknown[] } | undefined {
  const objects = branches.map((branch) => resolveRef(branch, root)).filter((branch) => branch?.properties);
  for (const name of Object.keys(objects[0]?.properties ?? {})) {
    const listed = objects.map((branch) => tagValues(branch?.properties?.[name], root));
    if (objects.length > 1 && listed.every((values) => values !== undefined)) {
      return { name, values: listed.flatMap((values) => values ?? []) };
    }
  }
  return undefined;
}

/** A property of a branch that lists its values. */
interface Tag {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly isRequired: boolean;
}

function tagsOf(branch: JsonSchema, root: JsonSchema): readonly Tag[] {
  const { properties = {}, required = [] } = resolveRef(branch, root) ?? {};
  return Object.entries(properties).flatMap(([name, schema]): readonly Tag[] => {
    const values = tagValues(schema, root);
    const isTag = values !== undefined && !values.some(isContainer);
    return isTag ? [{ name, values, isRequired: required.includes(name) }] : [];
  });
}

function isCarried({ name, values }: Tag, value: object): boolean {
  return Object.hasOwn(value, name) && values.includes(Reflect.get(value, name));
}

/** Whether a value has a different value for a tag, so that the branch does not accept it. */
function isOther({ name, values }: Tag, value: object): boolean {
  return Object.hasOwn(value, name) && !values.includes(Reflect.get(value, name));
}

function tagValues(schema: JsonSchema | undefined, root: JsonSchema): readonly unknown[] | undefined {
  const target = schema && resolveRef(schema, root);
  return typeof target === 'object' ? literalValues(target) : undefined;
}
