import { type Manifest, type ManifestTool, suggestName, ToolwrightError } from '@toolwright/contract';
import { RESOURCE } from '../decorator/mark.js';
import { asToolEntry } from '../resources/bound-resource.js';
import { assertComplete, assertCurrent, assertSameMethod } from './assert-current.js';
import { type FoundMember, findMembers } from './find-members.js';
import { ManifestIndex } from './manifest-index.js';

/** A selection of an object's tools by their names in the manifest. */
export interface MemberSelection<Only extends string = string, Except extends string = string> {
  readonly only?: readonly Only[] | undefined;
  readonly except?: readonly Except[] | undefined;
  /** Whether to register the object's resources. Pass false for a second instance, because a URI belongs to one object. Default: true. */
  readonly resources?: boolean | undefined;
}

/** A member with an entry. `label` is its name in error messages: `Weather.forecast`. */
export type FoundTool = FoundMember & { readonly entry: ManifestTool; readonly label: string };

export interface MemberIndexes {
  readonly tools: ManifestIndex;
  readonly resources: ManifestIndex;
}

export function memberIndexes(manifests: readonly Manifest[]): MemberIndexes {
  return {
    tools: new ManifestIndex(manifests),
    resources: new ManifestIndex(manifests, RESOURCE, ({ resources = [] }) => resources.map(asToolEntry)),
  };
}

/** Returns a function that tells whether `registerFrom` has something to do for an object. Runs no getter of an instance. */
export function toolFinder(manifests: readonly Manifest[]): (target: object) => boolean {
  const indexes = memberIndexes(manifests);
  return (target) => hasTools(target, indexes);
}

/**
 * Returns the tools and resources of an object, a class (its static methods) or a module.
 * @throws ToolwrightError `NO_SCHEMA` for a marked method that the manifest lacks, `STALE_MANIFEST` for a method that was changed or
 * removed or is no longer marked, `INVALID_TOOL` if nothing can be registered
 */
export function selectMembers(
  target: object,
  indexes: MemberIndexes,
  selection: MemberSelection,
): { readonly tools: readonly FoundTool[]; readonly resources: readonly FoundTool[] } {
  const label = labelOf(target);
  const members = findMembers(target, indexes.tools);
  const tools = describedMembers(target, label, members, indexes.tools);
  const resources =
    selection.resources === false
      ? []
      : describedMembers(target, label, findMembers(target, indexes.resources), indexes.resources);
  if (tools.length + resources.length === 0) throw nothingFound(target, label, members, indexes);
  assertAllCurrent(tools, indexes.tools);
  assertAllCurrent(resources, indexes.resources);
  return { tools: applySelection(tools, selection, label), resources };
}

function assertAllCurrent(members: readonly FoundTool[], index: ManifestIndex): void {
  for (const found of members) {
    assertCurrent(found, found.label);
    assertSameMethod(found, index, found.label);
  }
}

function describedMembers(
  target: object,
  label: string,
  members: readonly FoundMember[],
  index: ManifestIndex,
): FoundTool[] {
  const described = members.flatMap((found): FoundTool[] => {
    const qualified = `${label}.${found.member}`;
    if (found.entry !== undefined) return [{ ...found, entry: found.entry, label: qualified }];
    if (found.isMarked) throw noSchema(qualified, index);
    return [];
  });
  assertComplete(target, index, label);
  return described;
}

/** @throws ToolwrightError `INVALID_TOOL` for a name that no tool has */
function applySelection(tools: FoundTool[], { only, except }: MemberSelection, label: string): FoundTool[] {
  const names = tools.map(({ entry }) => entry.spec.name);
  for (const name of [...(only ?? []), ...(except ?? [])]) {
    if (names.includes(name)) continue;
    throw new ToolwrightError('INVALID_TOOL', `${label} has no tool '${name}'. ${suggestName(name, names)}`, {
      blame: 'developer',
      hint: 'Correct `only` or `except`.',
    });
  }
  return tools.filter(
    ({ entry: { spec } }) => (only?.includes(spec.name) ?? true) && !except?.includes(spec.name),
  );
}

/** Returns the error for a tool that codegen has not seen, or whose manifest was not passed to the registry. */
export function noSchema(label: string, index: ManifestIndex): ToolwrightError {
  const hint = index.isEmpty
    ? 'Pass the manifest to the registry: new ToolRegistry(manifest), imported from toolwright.gen.js. To generate it, run `npx toolwright codegen`.'
    : 'Run `npx toolwright codegen`, and pass every manifest to the registry: new ToolRegistry(a, b).';
  return new ToolwrightError(
    'NO_SCHEMA',
    `${label} is a ${index.kind.noun}, but the manifest has no schema for it. ${hint}`,
    {
      blame: 'developer',
      hint,
    },
  );
}

/** Returns the error for a function that is not marked, or whose JSDoc tag codegen has not read yet. */
export function notMarked(label: string): ToolwrightError {
  const hint =
    'Mark it with tool(fn) or the JSDoc tag @tool, export it, and run `npx toolwright codegen`. Or write its schema by hand: new FunctionTool({ … }).';
  return new ToolwrightError(
    'NO_SCHEMA',
    `${label} is neither marked as a tool nor in the manifest. ${hint}`,
    {
      blame: 'developer',
      hint,
    },
  );
}

function nothingFound(
  target: object,
  label: string,
  members: readonly FoundMember[],
  indexes: MemberIndexes,
): ToolwrightError {
  const names = members.map(({ member }) => member).filter((name) => !BUILT_IN.has(name));
  const seen =
    names.length === 0
      ? 'It has no methods.'
      : `Its methods (${names.join(', ')}) are neither marked with @tool nor in the manifest.`;
  return new ToolwrightError(
    'INVALID_TOOL',
    `${label} has no tools to register. ${seen} ${otherSide(target, label, indexes)}`,
    {
      blame: 'developer',
      hint: 'Mark methods with @tool and run `npx toolwright codegen`.',
    },
  );
}

/** The members that every class has. */
const BUILT_IN: ReadonlySet<string> = new Set(['length', 'name', 'prototype']);

/** Suggests the likely fix if a class was passed instead of an instance, or vice versa. */
function otherSide(target: object, label: string, { tools, resources }: MemberIndexes): string {
  const isClass = typeof target === 'function';
  const other: unknown = isClass
    ? Reflect.get(target, 'prototype')
    : Object.getPrototypeOf(target)?.constructor;
  const isOther =
    ((typeof other === 'object' && other !== null) || typeof other === 'function') &&
    other !== Object &&
    hasTools(other, { tools, resources });
  if (!isOther) return 'Mark methods with @tool and run `npx toolwright codegen`.';
  return isClass
    ? `Its tools are methods of instances: registerFrom(new ${label}(…)).`
    : `Its tools are static: registerFrom(${label}).`;
}

/** Whether an object has methods with an entry, or marked methods. */
function hasTools(target: object, { tools, resources }: MemberIndexes): boolean {
  return [tools, resources].some((index) =>
    findMembers(target, index).some(({ entry, isMarked }) => entry !== undefined || isMarked),
  );
}

function labelOf(target: object): string {
  if (typeof target === 'function') return nameOf(target) ?? 'The class';
  const prototype: unknown = Object.getPrototypeOf(target);
  const owner: unknown =
    typeof prototype === 'object' && prototype !== null
      ? Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
      : undefined;
  if (typeof owner !== 'function' || owner === Object) return 'The object';
  return nameOf(owner) ?? 'The object';
}

function nameOf(fn: object): string | undefined {
  const name: unknown = Object.getOwnPropertyDescriptor(fn, 'name')?.value;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
