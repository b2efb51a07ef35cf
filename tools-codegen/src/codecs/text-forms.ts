import { builtIns } from '@toolwright/json-schema';
import { Reach } from '../ir/reach.js';
import type { Definitions, TypeNode, UnionNode } from '../ir/type-node.js';
import { resolveNode, unionMembers } from '../ir/union-members.js';
import { takesJson } from './takes-json.js';
import { typeText } from './type-text.js';

/** Whether a type contains objects with codecs. */
export type Reaches = (node: TypeNode) => boolean;

/** Determines which types contain objects with codecs. Planners may share the result. */
export function createCodecReach(definitions: Definitions): Reach {
  return new Reach(definitions, ({ kind }) => kind === 'codec' || kind === 'class');
}

/**
 * Whether a type without codecs accepts all JSON of a type with built-in objects, as `string` does in `Date | string`, or `Record` in
 * `Since | Record<string, unknown>`. Such JSON is passed through unchanged, which the union allows. Class instances are always created.
 */
export function takesJsonOf(
  plain: TypeNode,
  builtIn: TypeNode,
  definitions: Definitions,
  reaches: Reaches,
): boolean {
  return !reaches(plain) && reaches(builtIn) && takesJson(plain, builtIn, definitions);
}

/** Returns the union members whose JSON another member accepts unchanged. */
export function textForms(
  members: readonly TypeNode[],
  definitions: Definitions,
  reaches: Reaches,
): ReadonlySet<TypeNode> {
  const plain = members.filter((node) => !reaches(node));
  const builtIn = plain.length === 0 ? [] : members.filter(reaches);
  return new Set(builtIn.filter((node) => plain.some((other) => takesJson(other, node, definitions))));
}

/** Whether the JSON of a type is a string or a list of strings. */
export function isTextForm(node: TypeNode, definitions: Definitions): boolean {
  const resolved = resolveNode(node, definitions);
  if (resolved.kind === 'array') return isTextForm(resolved.items, definitions);
  return resolved.kind === 'codec' && builtIns[resolved.codec].parts === undefined;
}

/** Returns the union members whose JSON is passed through unchanged. `isText`: whether all of them are strings. */
export function textNames(
  union: UnionNode,
  definitions: Definitions,
  reaches: Reaches,
): { readonly names: readonly string[]; readonly isText: boolean } {
  const forms = [...textForms(unionMembers(union, definitions), definitions, reaches)];
  return {
    names: forms.map((node) => typeText(node, definitions)),
    isText: forms.every((node) => isTextForm(node, definitions)),
  };
}
