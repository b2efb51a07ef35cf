import { type JsonValue, textStart } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import { type Docs, noDocs, readFormerNames } from '@toolwright/program/compiler';
import type { Report } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import { applyDocs } from '../docs/apply-docs.js';
import { checkInitialValue, type InitialValue } from '../docs/initial-value.js';
import type { Definitions, PropertyNode, TypeNode } from '../ir/type-node.js';

/** Docs and defaults that a signature adds to the members of an object parameter, by path. */
export interface MemberExtras {
  readonly docs: ReadonlyMap<string, Docs>;
  /** Defaults from destructuring, such as `({ days = 3 })`. */
  readonly defaults: ReadonlyMap<string, InitialValue>;
}

/** Resolves a reference, and adds the docs at the reference. */
export function resolveNode(node: TypeNode, definitions: Definitions): TypeNode {
  if (node.kind !== 'ref') return node;
  const target = definitions.get(node.id)?.node;
  if (target === undefined) return node;
  const resolved = resolveNode(target, definitions);
  return node.docs === undefined ? resolved : { ...resolved, docs: { ...resolved.docs, ...node.docs } };
}

/**
 * Adds docs and defaults to a copy of the object. In a union, they are added to each object with these members; in a list, to its elements.
 * Shared types are unchanged.
 * @param at The parameter.
 */
export function applyMembers(
  node: TypeNode,
  extras: MemberExtras,
  definitions: Definitions,
  context: { readonly report: Report; readonly at: ts.Node; readonly depth?: number },
): TypeNode {
  const { depth = 0 } = context;
  if ((extras.docs.size === 0 && extras.defaults.size === 0) || depth > MAX_DEPTH) return node;
  const inside = <Part extends TypeNode>(part: Part): TypeNode =>
    applyMembers(part, extras, definitions, { ...context, depth: depth + 1 });
  const target = resolveNode(node, definitions);
  switch (target.kind) {
    case 'union': {
      const members = target.members.map(inside);
      return members.some((member, index) => member !== target.members[index])
        ? { ...target, members }
        : node;
    }
    case 'array': {
      const items = inside(target.items);
      return items === target.items ? node : { ...target, items };
    }
    case 'tuple': {
      const elements = target.elements.map((element) => ({ ...element, type: inside(element.type) }));
      return elements.some(({ type }, index) => type !== target.elements[index]?.type)
        ? { ...target, elements }
        : node;
    }
    case 'object': {
      const names = new Set(
        [...extras.docs.keys(), ...extras.defaults.keys()].map((path) => path.split('.')[0]),
      );
      if (!target.properties.some(({ name }) => names.has(name))) return node;
      const properties = target.properties.flatMap((property) =>
        applyMember(property, extras, definitions, context),
      );
      return { ...target, properties };
    }
    default:
      return node;
  }
}

/** Maximum depth of nested lists and unions. Handwritten types are never this deep. */
const MAX_DEPTH = 20;

/** Returns an empty list if the documentation hides the member. */
function applyMember(
  property: PropertyNode,
  extras: MemberExtras,
  definitions: Definitions,
  { report, at }: { readonly report: Report; readonly at: ts.Node },
): readonly PropertyNode[] {
  const { name } = property;
  const docs = extras.docs.get(name) ?? noDocs;
  if (docs.hidden === true && property.optional) return [];
  if (docs.hidden === true)
    report({
      code: 'TW1028',
      node: at,
      message: `The member \`${name}\` is hidden from the model but required.`,
    });
  const inner = applyMembers(property.type, below(extras, name), definitions, { report, at });
  const described = applyDocs(inner, docs, definitions, report);
  const names = readFormerNames(docs.was, name, report);
  const was = [...(property.was ?? []), ...(names ?? [])];
  const type = withDefault(described, extras.defaults.get(name), { docs, definitions, report });
  return [{ ...property, ...(was.length > 0 && { was }), type }];
}

/**
 * Adds the default value.
 * @param context `docs` is the JSDoc of the value, which may contain a different default.
 */
export function withDefault(
  node: TypeNode,
  initial: InitialValue | undefined,
  {
    docs,
    definitions,
    report,
  }: { readonly docs: Docs; readonly definitions: Definitions; readonly report: Report },
): TypeNode {
  if (initial === undefined || !checkInitialValue(initial, node, definitions, report)) return node;
  const tag = docs.tags.findLast(({ name }) => name === 'default');
  const stated = node.docs?.default;
  if (tag !== undefined && stated !== undefined && !isSame(stated, initial.value)) {
    const [told, meant] = [stated, initial.value].map((value) => textStart(JSON.stringify(value), 60));
    const message = `The JSDoc states the default \`${told}\`, but the code has \`${meant}\`, which is used in the schema.`;
    report({ code: 'TW3001', severity: 'warning', node: tag.node, message, hint: 'Change one of them.' });
  }
  return { ...node, docs: { ...node.docs, default: initial.value } };
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function below({ docs, defaults }: MemberExtras, name: string): MemberExtras {
  return { docs: stripped(docs, name), defaults: stripped(defaults, name) };
}

function stripped<T>(map: ReadonlyMap<string, T>, name: string): Map<string, T> {
  const prefix = `${name}.`;
  return new Map(
    [...map].flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    ),
  );
}
