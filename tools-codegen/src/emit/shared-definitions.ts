import type { Definition, Definitions, TypeNode } from '../ir.js';

/**
 * The definitions that need a place of their own in a schema, with their names there: the recursive ones and those used more
 * than once. Names depend only on what is reachable, in the order in which it is reached.
 */
export function nameSharedDefinitions(root: TypeNode, definitions: Definitions): ReadonlyMap<string, string> {
  const uses = new Map<string, number>();
  const recursive = new Set<string>();
  const open = new Set<string>();

  const visit = (node: TypeNode): void => {
    if (node.kind !== 'ref') {
      for (const child of childrenOf(node)) visit(child);
      return;
    }
    const { id } = node;
    const count = (uses.get(id) ?? 0) + 1;
    uses.set(id, count);
    if (open.has(id)) recursive.add(id);
    if (count > 1) return;
    open.add(id);
    visit(getDefinition(definitions, id).node);
    open.delete(id);
  };
  visit(root);

  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [id, count] of uses) {
    if (count < 2 && !recursive.has(id)) continue;
    const name = freeName(getDefinition(definitions, id).name, taken);
    taken.add(name);
    names.set(id, name);
  }
  return names;
}

/** @throws Error for an id without a definition: a mistake in codegen itself. */
export function getDefinition(definitions: Definitions, id: string): Definition {
  const definition = definitions.get(id);
  if (definition === undefined) throw new Error(`No definition ${id}.`);
  return definition;
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
  return name;
}

/** The types that a type is made of. */
export function childrenOf(node: Exclude<TypeNode, { kind: 'ref' }>): readonly TypeNode[] {
  switch (node.kind) {
    case 'array':
      return [node.items];
    case 'tuple':
      return [...node.elements.map(({ type }) => type), ...(node.rest === undefined ? [] : [node.rest])];
    case 'object':
      return [
        ...node.properties.map(({ type }) => type),
        ...(node.patterns ?? []).map(({ type }) => type),
        ...(node.additional === undefined ? [] : [node.additional]),
      ];
    case 'union':
      return node.members;
    case 'codec':
      return [node.keys, node.items].filter((child) => child !== undefined);
    default:
      return [];
  }
}
