import { builtIns, wireForm } from '@toolwright/schema';
import { emitString } from '../emit/scalar-schema.js';
import type { Definitions, TypeNode, UnionNode } from '../ir/type-node.js';
import { resolveNode, unionMembers } from '../ir/union-members.js';

/** Run time sees the elements of arrays that deep in the members of a union. */
const TEXT_DEPTH = 2;

/**
 * Whether a type without codecs accepts all JSON of a built-in object, or of arrays of one: in `Date | string`, the `string`. JSON
 * then stays as it arrives, which the union allows.
 */
export function takesJsonOf(
  plain: TypeNode,
  builtIn: TypeNode,
  definitions: Definitions,
  depth = TEXT_DEPTH,
): boolean {
  const [own, other] = [resolveNode(plain, definitions), resolveNode(builtIn, definitions)];
  if (own.kind === 'array' && other.kind === 'array') {
    const hasSameLimits =
      (own.minItems ?? other.minItems) === other.minItems &&
      (own.maxItems ?? other.maxItems) === other.maxItems &&
      (own.uniqueItems ?? other.uniqueItems) === other.uniqueItems;
    return depth > 0 && hasSameLimits && takesJsonOf(own.items, other.items, definitions, depth - 1);
  }
  if (own.kind !== 'string' || own.branded === true || other.kind !== 'codec') return false;
  const scalar = builtIns[other.codec];
  if (scalar.parts !== undefined) return false;
  const written = new Map<string, unknown>(Object.entries(wireForm(scalar, other.format).schema));
  return Object.entries(emitString(own)).every(([keyword, value]) => written.get(keyword) === value);
}

/** The members of a union whose JSON another member accepts as it is. */
export function textForms(
  members: readonly TypeNode[],
  definitions: Definitions,
  depth = TEXT_DEPTH,
): ReadonlySet<TypeNode> {
  const plain = members.filter((node) => mayBePlain(resolveNode(node, definitions)));
  if (plain.length === 0) return new Set();
  return new Set(
    members.filter((node) => plain.some((other) => takesJsonOf(other, node, definitions, depth))),
  );
}

/** The names in TypeScript of what arrives as text in a union. */
export function textNames(union: UnionNode, definitions: Definitions): readonly string[] {
  const forms = textForms(unionMembers(union, definitions), definitions);
  return [...forms].map((node) => nameOf(node, definitions));
}

function nameOf(node: TypeNode, definitions: Definitions): string {
  const resolved = resolveNode(node, definitions);
  if (resolved.kind === 'array') return `${nameOf(resolved.items, definitions)}[]`;
  return resolved.kind === 'codec' ? builtIns[resolved.codec].typeNames[0] : resolved.kind;
}

function mayBePlain({ kind }: TypeNode): boolean {
  return kind === 'string' || kind === 'array';
}
