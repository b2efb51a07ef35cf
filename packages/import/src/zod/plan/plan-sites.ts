import type { TextEdit } from '@toolwright/codegen/edits';
import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { type Note, noteAt, runsLater } from '../notes.js';
import {
  containerEdits,
  containerProblem,
  elementOf,
  type ToolContainer,
  type UsedTool,
} from './call-sites.js';
import { findReferences, type References } from './find-references.js';
import type { PlannedTool } from './planned-file.js';
import type { ProjectSources } from './project-sources.js';
import { pushTo } from './push-to.js';
import { isWithin, outermost, topStatement } from './tool-place.js';

/** Changes of the code that uses the tools. */
export interface Sites {
  readonly edits: Map<ts.SourceFile, TextEdit[]>;
  /** Tools that are written in records and lists that cannot be changed. */
  readonly refused: { readonly call: ts.Node; readonly node: ts.Node; readonly reason: string }[];
  readonly byHand: Note[];
}

/** Plans the records and lists that offer the tools. */
export function planSites(
  tools: ReadonlyMap<ts.SourceFile, readonly PlannedTool[]>,
  uses: References,
  project: ProjectSources,
): Sites {
  const sites: Sites = { edits: new Map(), refused: [], byHand: [] };
  const containers = new Map<ToolContainer['node'], UsedTool[]>();
  const add = (element: ts.Node, { toolName, candidate }: PlannedTool, local: string): boolean => {
    const node = element.parent;
    if (!typescript.isObjectLiteralExpression(node) && !typescript.isArrayLiteralExpression(node))
      return false;
    pushTo(containers, node, { element, local, toolName, tool: candidate.tool });
    return true;
  };
  for (const one of [...tools.values()].flat()) {
    const { place } = one.candidate;
    if (place.kind === 'statement')
      sites.byHand.push(
        noteAt(
          place.statement,
          `serve \`${one.constant}\` from a registry, for example with \`serveMcp\`.`,
          project.relative,
        ),
      );
    else if (place.kind === 'element') add(place.element, one, one.constant);
    else
      for (const use of uses.get(place.constant) ?? []) {
        const element = elementOf(use);
        if (element === undefined || !add(element, one, use.text))
          sites.byHand.push(noteAt(use, `\`${use.text}\` is a function now.`, project.relative));
      }
  }
  const constants = new Map([...containers.keys()].map((node) => [node, constantOf(node, project)] as const));
  const known = new Set([...constants.values()].filter((one) => one !== undefined));
  const references = findReferences(known, project.sources, project.compiler);
  for (const [node, used] of containers) {
    const constant = constants.get(node);
    const own = constant === undefined ? undefined : (references.get(constant) ?? []);
    const manifest = project.specifierOf(node.getSourceFile(), project.manifestFile);
    planContainer({ node, tools: used, manifest }, own, tools, sites, project);
  }
  return sites;
}

/** @param uses The uses of the constant that the container is the value of. */
function planContainer(
  container: ToolContainer,
  uses: readonly ts.Identifier[] | undefined,
  tools: ReadonlyMap<ts.SourceFile, readonly PlannedTool[]>,
  sites: Sites,
  project: ProjectSources,
): void {
  const { node } = container;
  const source = node.getSourceFile();
  const isLazy = tools.has(source) && !runsLater(node);
  const calls = isLazy ? lazyCalls(node, uses, tools) : [];
  const problem =
    containerProblem(container) ??
    (calls === undefined ? 'this file must not read the manifest while it loads' : undefined);
  if (problem !== undefined || calls === undefined) {
    // A tool that is written in the record or the list is still there.
    const inside = container.tools.filter(({ tool: { call } }) => isWithin(call, node));
    for (const { tool } of inside)
      sites.refused.push({ call: tool.call, node: tool.call, reason: `${problem}` });
    if (inside.length < container.tools.length)
      sites.byHand.push(noteAt(node, `offer these tools from a registry: ${problem}.`, project.relative));
    return;
  }
  for (const edit of [{ file: source, edits: containerEdits(container, isLazy) }, ...calls])
    for (const one of edit.edits) pushTo(sites.edits, edit.file, one);
  for (const { parent: member } of uses ?? [])
    if (
      typescript.isPropertyAccessExpression(member) &&
      container.tools.some(({ toolName }) => toolName === member.name.text)
    )
      sites.byHand.push(
        noteAt(
          member,
          `\`${member.getText()}\` may be absent, as far as the compiler knows.`,
          project.relative,
        ),
      );
}

/** Finds the constant that a record or a list is the value of. */
function constantOf(node: ts.Node, { compiler }: ProjectSources): ts.Symbol | undefined {
  const { parent } = outermost(node);
  if (!typescript.isVariableDeclaration(parent) || !typescript.isIdentifier(parent.name)) return undefined;
  return compiler.checker.getSymbolAtLocation(parent.name);
}

/**
 * Returns the edits that make calls of all uses of a constant record, which becomes a function.
 * @returns undefined if the record is no constant of its own, is used as a type, or is used while a file of tools loads
 */
function lazyCalls(
  node: ts.Node,
  uses: readonly ts.Identifier[] | undefined,
  tools: ReadonlyMap<ts.SourceFile, unknown>,
): readonly { readonly file: ts.SourceFile; readonly edits: readonly TextEdit[] }[] | undefined {
  const { parent } = node;
  const isTop =
    typescript.isVariableDeclaration(parent) && typescript.isSourceFile(topStatement(parent).parent);
  if (!isTop || parent.type !== undefined || uses === undefined) return undefined;
  const isKept = (use: ts.Identifier): boolean =>
    typescript.isTypeQueryNode(use.parent) ||
    typescript.isExportAssignment(use.parent) ||
    (tools.has(use.getSourceFile()) && !runsLater(use));
  if (uses.some(isKept)) return undefined;
  return uses.map((use) => {
    const isShort = typescript.isShorthandPropertyAssignment(use.parent);
    return {
      file: use.getSourceFile(),
      edits: [{ start: use.end, end: use.end, text: isShort ? `: ${use.text}()` : '()' }],
    };
  });
}
