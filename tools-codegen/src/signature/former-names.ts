import type { FormerNames } from '@toolwright/contract';
import { type CodegenContext, type FunctionDocs, readFormerToolNames } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { childrenOf, getDefinition } from '../ir/definitions.js';
import type { Definitions, ObjectNode, TypeNode } from '../ir/type-node.js';

interface NamedTool {
  readonly name: string;
  readonly at: ts.Node;
  readonly node: ObjectNode;
}

/** Reads the former names of a tool and its arguments. Reports conflicting names and names without effect. */
export function formerNamesOf(
  { name, at, node }: NamedTool,
  docs: FunctionDocs,
  definitions: Definitions,
  { report }: CodegenContext,
): FormerNames | undefined {
  const tool = readFormerToolNames(docs.was, name, report);
  const parameters = formerArguments(node, at, { report });
  for (const { type } of node.properties) reportInnerNames(type, definitions, at, { report });
  if (tool === undefined && parameters === undefined) return undefined;
  return { ...(tool && { tool }), ...(parameters && { parameters }) };
}

/** Maps former argument names to current ones. */
function formerArguments(
  { properties }: ObjectNode,
  at: ts.Node,
  { report }: Pick<CodegenContext, 'report'>,
): FormerNames['parameters'] {
  const present = new Set(properties.map(({ name }) => name));
  const found = new Map<string, string>();
  for (const { name, was = [] } of properties) {
    for (const former of was) {
      const other = present.has(former) ? former : found.get(former);
      found.set(former, name);
      if (other === undefined) continue;
      const whose = other === former ? 'is another parameter' : `is already a former name of \`${other}\``;
      const message = `\`${name}\` cannot have been \`${former}\`, which ${whose}.`;
      report({ code: 'TW1041', node: at, message });
    }
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}

/** Reports former names of nested members, because only the arguments themselves can be renamed. */
export function reportInnerNames(
  type: TypeNode,
  definitions: Definitions,
  at: ts.Node,
  { report }: Pick<CodegenContext, 'report'>,
): void {
  const names = new Set<string>();
  const known = new Set<string>();
  const open = [type];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind !== 'ref') {
      if (node.kind === 'object')
        for (const { name, was } of node.properties) if (was !== undefined) names.add(name);
      open.push(...childrenOf(node));
    } else if (!known.has(node.id)) {
      known.add(node.id);
      open.push(getDefinition(definitions, node.id).node);
    }
  }
  for (const name of names) {
    const message = `\`@was\` has no effect on the nested member \`${name}\`.`;
    report({ code: 'TW1043', node: at, message });
  }
}
