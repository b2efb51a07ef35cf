import type { Report } from '../diagnostics/report.js';
import { applyDocs } from '../docs/apply-docs.js';
import { type Docs, noDocs } from '../docs/docs.js';
import { readFormerNames } from '../docs/former-names.js';
import { checkInitialValue, type InitialValue } from '../docs/initial-value.js';
import type { Definitions, ObjectNode, PropertyNode, TypeNode } from '../ir/type-node.js';

/** What a signature adds to the members of an object parameter, by path. */
export interface MemberExtras {
  readonly docs: ReadonlyMap<string, Docs>;
  /** From `({ days = 3 })`. */
  readonly defaults: ReadonlyMap<string, InitialValue>;
}

/** The node that a reference stands for, with what is said at the reference. */
export function resolveNode(node: TypeNode, definitions: Definitions): TypeNode {
  if (node.kind !== 'ref') return node;
  const target = definitions.get(node.id)?.node;
  if (target === undefined) return node;
  const resolved = resolveNode(target, definitions);
  return node.docs === undefined ? resolved : { ...resolved, docs: { ...resolved.docs, ...node.docs } };
}

/** Adds them to a copy of the object: a type that others share stays as it is. */
export function applyMembers(
  node: TypeNode,
  extras: MemberExtras,
  definitions: Definitions,
  report: Report,
): TypeNode {
  if (extras.docs.size === 0 && extras.defaults.size === 0) return node;
  const object = resolveNode(node, definitions);
  if (object.kind !== 'object') return node;
  const properties = object.properties.map((property): PropertyNode => {
    const type = applyMembers(property.type, below(extras, property.name), definitions, report);
    const described = applyDocs(type, extras.docs.get(property.name) ?? noDocs, definitions, report);
    const names = readFormerNames(extras.docs.get(property.name)?.was, property.name, report);
    const was = [...(property.was ?? []), ...(names ?? [])];
    return {
      ...property,
      ...(was.length > 0 && { was }),
      type: withDefault(described, extras.defaults.get(property.name), definitions, report),
    };
  });
  return { ...object, properties } satisfies ObjectNode;
}

/** Says what a value is when it is left out. */
export function withDefault(
  node: TypeNode,
  initial: InitialValue | undefined,
  definitions: Definitions,
  report: Report,
): TypeNode {
  if (initial === undefined || !checkInitialValue(initial, node, definitions, report)) return node;
  return { ...node, docs: { ...node.docs, default: initial.value } };
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
