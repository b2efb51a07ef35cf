import type { TextEdit } from '@toolwright/codegen/edits';
import { typescript, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isWithin, runsLater, topStatement } from '../nodes-in.js';
import { type Note, noteAt } from '../notes.js';
import { type Container, containerEdits, containerProblem, elementOf, type UsedTool } from './containers.js';
import { findReferences, type References } from './find-references.js';
import type { PlannedTool } from './planned-file.js';
import type { ProjectSources } from './project-sources.js';
import { pushTo } from './push-to.js';

type Tools = ReadonlyMap<ts.SourceFile, readonly PlannedTool[]>;

/** Changes of the code that uses the tools. */
export interface Sites {
  readonly edits: Map<ts.SourceFile, TextEdit[]>;
  /** Tools that are written in records and lists that cannot be changed, with the reason. */
  readonly refused: Map<ts.Node, string>;
  readonly byHand: Note[];
}

/** Plans the records and lists that offer the tools. */
export function planSites(tools: Tools, uses: References, project: ProjectSources): Sites {
  const sites: Sites = { edits: new Map(), refused: new Map(), byHand: [] };
  const note = (node: ts.Node, text: string): void =>
    void sites.byHand.push(noteAt(node, text, project.relative));
  const containers = findContainers(tools, uses, note);
  const constants = new Map([...containers.keys()].map((node) => [node, constantOf(node, project)]));
  const known = [...constants.values()].filter((one) => one !== undefined);
  const references = findReferences(known, project.sources, project.compiler);
  for (const [node, used] of containers) {
    const constant = constants.get(node);
    const own = constant && references.get(constant);
    const isLazy = tools.has(node.getSourceFile()) && !runsLater(node);
    const calls = isLazy ? lazyCalls(node, own, tools) : [];
    const why = calls === undefined ? 'this file must not read the manifest while it loads' : undefined;
    const problem = containerProblem(node, used) ?? why;
    if (problem !== undefined) {
      // A tool that is written in the record or the list is still there.
      const inside = used.filter(({ candidate }) => isWithin(candidate.tool.call, node));
      for (const { candidate } of inside) sites.refused.set(candidate.tool.call, problem);
      if (inside.length < used.length) note(node, `offer these tools from a registry: ${problem}.`);
      continue;
    }
    for (const edit of containerEdits(node, used, isLazy)) pushTo(sites.edits, node.getSourceFile(), edit);
    for (const [file, edit] of calls ?? []) pushTo(sites.edits, file, edit);
    for (const { parent } of own ?? [])
      if (
        typescript.isPropertyAccessExpression(parent) &&
        used.some((one) => one.toolName === parent.name.text)
      )
        note(parent, `\`${parent.getText()}\` may be absent, as far as the compiler knows.`);
  }
  return sites;
}

/** Finds the records and lists that hold tools. Notes the other uses of tools. */
function findContainers(
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
  for (const planned of [...tools.values()].flat()) {
    const { constant, candidate } = planned;
    const { place } = candidate;
    if (place.kind === 'statement')
      note(place.statement, `serve \`${constant}\` from a registry, for example with \`serveMcp\`.`);
    else if (place.kind === 'element') add(place.element, planned, constant);
    else
      for (const use of uses.get(place.constant) ?? [])
        if (!add(elementOf(use), planned, use.text)) note(use, `\`${use.text}\` is a function now.`);
  }
  return containers;
}

/** Finds the constant that a record or a list is the value of. */
function constantOf(node: ts.Node, { compiler }: ProjectSources): ts.Symbol | undefined {
  const { parent } = wrapped(node, typescript);
  return typescript.isVariableDeclaration(parent)
    ? compiler.checker.getSymbolAtLocation(parent.name)
    : undefined;
}

/**
 * Returns the edits that make calls of all uses of a constant record, which becomes a function.
 * @returns undefined if the record is no constant of its own, is used as a type, or is used while a file of tools loads
 */
function lazyCalls(
  { parent }: ts.Node,
  uses: readonly ts.Identifier[] | undefined,
  tools: ReadonlyMap<ts.SourceFile, unknown>,
): readonly (readonly [ts.SourceFile, TextEdit])[] | undefined {
  const isTop =
    typescript.isVariableDeclaration(parent) && typescript.isSourceFile(topStatement(parent).parent);
  if (!isTop || parent.type !== undefined || uses === undefined) return undefined;
  const isKept = (use: ts.Identifier): boolean =>
    typescript.isTypeQueryNode(use.parent) ||
    typescript.isExportAssignment(use.parent) ||
    (tools.has(use.getSourceFile()) && !runsLater(use));
  if (uses.some(isKept)) return undefined;
  return uses.map((use) => {
    const text = typescript.isShorthandPropertyAssignment(use.parent) ? `: ${use.text}()` : '()';
    return [use.getSourceFile(), { start: use.end, end: use.end, text }];
  });
}
