import type { JsonSchema } from '@toolwright/contract';
import { resolveRef } from '../document/references.js';
import { admits, isContainer, literalValues } from './json-types.js';

/**
 * The branch of a union that a value is meant for: the only one of its type, or the only one whose tags (properties with literal values)
 * it has. Undefined if that is not clear.
 */
export function findBranch(
  branches: readonly JsonSchema[],
  value: unknown,
  root: JsonSchema,
): number | undefined {
  const fitting = [...branches.keys()].filter((index) => admits(branches[index] ?? {}, value, root));
  if (fitting.length === 1) return fitting[0];
  if (!isContainer(value)) return undefined;
  const tag = findTag(branches, root)?.name;
  const named =
    tag === undefined ? fitting : fitting.filter((index) => carriesTag(tag, value, branches[index], root));
  if (named.length === 1) return named[0];
  const tagged = named.filter((index) => carriesTags(value, branches[index] ?? {}, root));
  return tagged.length === 1 ? tagged[0] : undefined;
}

/**
 * The branch of a union that an object without tags is meant for: the only one that has its members. Undefined if that is not clear, also
 * where a branch is open and may have any.
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

/** True where the branch does not tell. */
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

/** The tag that distinguishes the object branches of a union, and its values; undefined without a tag. */
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

function carriesTag(name: string, value: object, branch: JsonSchema | undefined, root: JsonSchema): boolean {
  const values = branch && tagValues(resolveRef(branch, root)?.properties?.[name], root);
  return values?.includes(Reflect.get(value, name)) === true;
}

function carriesTags(value: object, branch: JsonSchema, root: JsonSchema): boolean {
  const properties = Object.entries(resolveRef(branch, root)?.properties ?? {});
  const tags = properties.flatMap(([name, schema]) => {
    const values = tagValues(schema, root);
    return values === undefined ? [] : [{ name, values }];
  });
  return tags.length > 0 && tags.every(({ name, values }) => values.includes(Reflect.get(value, name)));
}

function tagValues(schema: JsonSchema | undefined, root: JsonSchema): readonly unknown[] | undefined {
  const target = schema && resolveRef(schema, root);
  return target && literalValues(target);
}
