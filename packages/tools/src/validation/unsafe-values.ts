import type { JsonSchema } from '@toolwright/contract';
import { formatPath } from '@toolwright/schema';
import type { ArgumentIssue } from './argument-issue.js';
import { isContainer } from './json-types.js';

/** What a look at a schema tells about how to validate with it. */
export interface SchemaTraits {
  /** Some part takes members or values that the schema does not name, so that AJV alone does not refuse unsafe ones. */
  readonly isOpen: boolean;
  /** Some property has the name of a member that every object inherits. */
  readonly namesInherited: boolean;
  /** Every property name that the schema declares anywhere. */
  readonly declared: ReadonlySet<string>;
}

export function schemaTraits(schema: JsonSchema): SchemaTraits {
  const declared = new Set<string>();
  let isOpen = false;
  const visit = (node: JsonSchema): void => {
    isOpen ||= isOpenNode(node);
    for (const name of Object.keys(node.properties ?? {})) declared.add(name);
    for (const child of childSchemas(node)) visit(child);
  };
  visit(schema);
  return { isOpen, declared, namesInherited: [...declared].some((name) => name in Object.prototype) };
}

/**
 * Names that reach into prototypes where a program copies them carelessly, and numbers that JSON does not have; the first
 * found at any depth. For schemas that leave parts open: closed ones refuse both by themselves.
 */
export function findUnsafeValue(
  value: unknown,
  declared: ReadonlySet<string>,
  path: readonly string[] = [],
  seen = new Set<object>(),
): ArgumentIssue | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return issue(path, `must be a finite number; got ${value}.`);
  }
  if (!isContainer(value) || seen.has(value)) return undefined;
  if (path.length > MAX_DEPTH) return issue(path.slice(0, 3), `is nested deeper than ${MAX_DEPTH} levels.`);
  seen.add(value);
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__' || (UNSAFE_KEYS.has(key) && !declared.has(key))) {
      return issue(path, `must not have a member named '${key}'.`);
    }
    const found = findUnsafeValue(member, declared, [...path, key], seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Fine as declared properties, such as a design's `prototype`; `__proto__` never is. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['constructor', 'prototype']);
/** Deeper than any data that people make, and far from the end of the stack. */
const MAX_DEPTH = 500;

function isOpenNode(node: JsonSchema): boolean {
  if (node.$ref ?? node.enum ?? node.anyOf ?? node.oneOf) return false;
  if (node.const !== undefined) return false;
  const types = new Set([node.type].flat());
  if (types.has(undefined)) return true;
  if (types.has('object') && (node.additionalProperties !== false || node.patternProperties)) return true;
  return types.has('array') && node.items === undefined;
}

function childSchemas(node: JsonSchema): JsonSchema[] {
  const groups = [node.properties, node.patternProperties, node.$defs].flatMap((group) =>
    Object.values(group ?? {}),
  );
  const lists = [node.anyOf, node.oneOf, node.allOf, node.prefixItems].flatMap((list) => list ?? []);
  const single = [node.items, node.additionalProperties].filter((child) => typeof child === 'object');
  return [...groups, ...lists, ...single];
}

function issue(path: readonly string[], text: string): ArgumentIssue {
  const formatted = formatPath(path);
  return { path: formatted, message: `${formatted || 'The arguments'} ${text}` };
}
