import type { JsonSchema } from '@toolwright/contract';
import { findByPointer } from '@toolwright/schema';
import type { ErrorObject } from 'ajv';
import { findBranch, findTag } from './union-branch.js';

/**
 * For a value that fits no branch of a union AJV reports the errors of every branch. Keeps those of the branch that the
 * value is meant for; where that is unclear, keeps one error that says what the union allows.
 */
export function withoutOtherBranches(
  errors: readonly ErrorObject[],
  value: unknown,
  root: JsonSchema,
): ErrorObject[] {
  let kept = [...errors];
  // AJV reports the outer union after the inner ones, so walking back goes from the outside in.
  for (const union of [...errors].reverse()) {
    if ((union.keyword === 'anyOf' || union.keyword === 'oneOf') && kept.includes(union)) {
      kept = keepOneBranch(kept, union, value, root);
    }
  }
  return kept;
}

function keepOneBranch(
  errors: readonly ErrorObject[],
  union: ErrorObject,
  value: unknown,
  root: JsonSchema,
): ErrorObject[] {
  // The schema path of a union error points at its list of branches.
  const branches = (findByPointer(root, union.schemaPath) ?? []) as readonly JsonSchema[];
  const found = findByPointer(value, union.instancePath);
  const chosen = findBranch(branches, found, root);
  const prefixes = branches.map((branch, index) => branch.$ref ?? `${union.schemaPath}/${index}`);
  const end = errors.indexOf(union);
  const isBranchError = (error: ErrorObject, index: number) =>
    index < end && isWithin(error.instancePath, union.instancePath) && !isBeside(error, union);
  const ofChosen = errors.filter(
    (error, index) => isBranchError(error, index) && belongsTo(error, chosen, prefixes),
  );
  const others = errors.filter((error, index) => error !== union && !isBranchError(error, index));
  if (ofChosen.length > 0) return [...others, ...ofChosen];
  return [...others, tagError(union, branches, found, root) ?? union];
}

/** An error of a keyword that stands next to the union in the same schema. */
function isBeside(error: ErrorObject, union: ErrorObject): boolean {
  const parent = union.schemaPath.replace(/\/[^/]*$/, '');
  return isWithin(error.schemaPath, parent) && !isWithin(error.schemaPath, union.schemaPath);
}

/** Errors inside a shared definition name no branch: they count for any. */
function belongsTo(error: ErrorObject, chosen: number | undefined, prefixes: readonly string[]): boolean {
  if (chosen === undefined) return false;
  const owners = prefixes.filter((prefix) => isWithin(error.schemaPath, prefix));
  return owners.length === 0 || owners.includes(prefixes[chosen] ?? '');
}

/** Where the tag itself is wrong, one error that lists the tags. */
function tagError(
  union: ErrorObject,
  branches: readonly JsonSchema[],
  found: unknown,
  root: JsonSchema,
): ErrorObject | undefined {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
  const tag = findTag(branches, root);
  if (tag === undefined) return undefined;
  return { ...union, keyword: 'union-tag', params: tag };
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}
