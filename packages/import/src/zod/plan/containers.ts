import { typescript, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { References } from './find-references.js';
import type { PlannedTool } from './planned-file.js';
import { pushTo } from './push-to.js';

/** The tools of each file. */
export type Tools = ReadonlyMap<ts.SourceFile, readonly PlannedTool[]>;

/** An element of a record or list of tools that stands for a migrated tool. */
export interface UsedTool extends PlannedTool {
  /** A property, or an element of a list. */
  readonly element: ts.Node;
  /** What the file calls the tool. */
  readonly local: string;
}

/** A record or a list of tools. */
export type Container = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

/** Finds the records and lists that hold tools. Notes the other uses of tools. */
export function findContainers(
  tools: Tools,
  uses: References,
  note: (node: ts.Node, text: string) => void,
): ReadonlyMap<Container, readonly UsedTool[]> {
  const containers = new Map<Container, UsedTool[]>();
  const add = (element: ts.Node | undefined, planned: PlannedTool, local: string): boolean => {
    const node = element?.parent;
    const isContainer =
      node && (typescript.isObjectLiteralExpression(node) || typescript.isArrayLiteralExpression(node));
    if (element === undefined || !isContainer) return false;
    pushTo(containers, node, { ...planned, element, local });
    return true;
  };
  const all = [...tools.values()].flat();
  for (const one of emptied(all)) note(one, `\`${one.name?.getText() ?? 'this function'}\` is empty now.`);
  for (const planned of all) {
    const { constant, candidate } = planned;
    const { place } = candidate;
    if (place.kind === 'statement')
      note(place.statement, `serve \`${constant}\` from a registry, for example with \`serveMcp\`.`);
    else if (place.kind === 'element') add(place.element, planned, constant);
    else
      for (const use of uses.get(place.constant) ?? [])
        if (!add(elementOf(use), planned, place.kind === 'local' ? constant : use.text))
          note(use, `\`${use.text}\` is a function now.`);
  }
  return containers;
}

/** Finds the functions that only register tools. */
function emptied(tools: readonly PlannedTool[]): ReadonlySet<ts.SignatureDeclaration> {
  const statements = new Set<ts.Node>(
    tools.flatMap(({ candidate: { place } }) => (place.kind === 'statement' ? [place.statement] : [])),
  );
  const around = Array.from(statements, ({ parent }) => parent);
  const emptied = around.filter(
    (one) => typescript.isBlock(one) && one.statements.every((each) => statements.has(each)),
  );
  return new Set(emptied.map(({ parent }) => parent).filter(typescript.isFunctionLike));
}

/** Returns the element of a record or a list that an expression is the value of. */
export function elementOf(expression: ts.Node): ts.Node | undefined {
  const node = wrapped(expression, typescript);
  const { parent } = node;
  if (typescript.isShorthandPropertyAssignment(parent) && parent.name === node) return parent;
  if (typescript.isPropertyAssignment(parent) && parent.initializer === node) return parent;
  return typescript.isArrayLiteralExpression(parent) ? node : undefined;
}
