import type { TextEdit } from '@toolwright/codegen/edits';
import { typescript, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isWithin, runsLater, topStatement } from '../nodes-in.js';
import { type Note, noteAt } from '../notes.js';
import { nameOf } from '../read/objects.js';
import { importMark } from '../write/import-marks.js';
import { findReferences, type References } from './find-references.js';
import type { PlannedTool } from './planned-file.js';
import type { ProjectSources } from './project-sources.js';
import { pushTo } from './push-to.js';

type Tools = ReadonlyMap<ts.SourceFile, readonly PlannedTool[]>;

/** An element of a record or list of tools that stands for a migrated tool. */
interface UsedTool extends PlannedTool {
  /** A property, or an element of a list. */
  readonly element: ts.Node;
  /** What the file calls the tool. */
  readonly local: string;
}

/** A record or a list of tools. */
type Container = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

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

/** Returns the element of a record or a list that an expression is the value of. */
export function elementOf(expression: ts.Node): ts.Node | undefined {
  const node = wrapped(expression, typescript);
  const { parent } = node;
  if (typescript.isShorthandPropertyAssignment(parent) && parent.name === node) return parent;
  if (typescript.isPropertyAssignment(parent) && parent.initializer === node) return parent;
  return typescript.isArrayLiteralExpression(parent) ? node : undefined;
}

/** Returns why a container cannot be offered by a registry. */
function containerProblem(node: Container, tools: readonly UsedTool[]): string | undefined {
  const isList = typescript.isArrayLiteralExpression(node);
  for (const { element, candidate, toolName } of tools) {
    if (isList !== (candidate.tool.framework === 'langchain'))
      return `only a ${isList ? 'record' : 'list'} of these tools can be offered`;
    const key = typescript.isObjectLiteralElementLike(element) ? nameOf(element) : undefined;
    if (!isList && key !== toolName) return `the tool is named '${toolName}'`;
  }
  return undefined;
}

/** Returns the expression for a container's migrated tools. */
function registryText(node: Container, tools: readonly UsedTool[]): string {
  const adapt = importMark(typescript.isArrayLiteralExpression(node) ? 'toLangChainTools' : 'toAiTools');
  const names = [...new Set(tools.map(({ local }) => local))];
  const registry = `new ${importMark('ToolRegistry')}(${importMark('manifest')})`;
  const text = `${adapt}(${registry}.register(${names.join(', ')}))`;
  // Mastra takes tools of the AI SDK, but its types are those of earlier releases.
  const isForMastra = tools.some(({ candidate }) => candidate.tool.framework === 'mastra');
  return isForMastra ? `(${text} as ${importMark('ToolsInput')})` : text;
}

/**
 * Returns the edits that replace a container's migrated tools.
 * @param isLazy whether the container becomes a function, because its file must not read the manifest while it loads
 */
function containerEdits(node: Container, tools: readonly UsedTool[], isLazy: boolean): readonly TextEdit[] {
  const elements: readonly ts.Node[] = 'elements' in node ? node.elements : node.properties;
  const replaced = new Set(tools.map(({ element }) => element));
  const text = registryText(node, tools);
  const [start, end] = [node.getStart(), node.end];
  if (elements.every((one) => replaced.has(one)))
    return [{ start, end, text: isLazy ? `() => ${text}` : text }];
  const first = elements.findIndex((one) => replaced.has(one));
  const edits = elements.flatMap((element, index): TextEdit[] => {
    if (!replaced.has(element)) return [];
    if (index === first) return [{ start: element.getStart(), end: element.end, text: `...${text}` }];
    return [{ start: elements[index - 1]?.end ?? element.getStart(), end: element.end, text: '' }];
  });
  if (!isLazy) return edits;
  return [{ start, end: start, text: '() => (' }, ...edits, { start: end, end, text: ')' }];
}

/** Files of Next.js whose exports it checks. */
const NEXT_FILE = /\/app\/(?:.*\/)?(?:route|page|layout)\.tsx?$/;

/** Finds the records and lists that hold tools. Notes the other uses of tools. */
function findContainers(
  tools: Tools,
  uses: References,
  note: (node: ts.Node, text: string) => void,
): ReadonlyMap<Container, readonly UsedTool[]> {
  const containers = new Map<Container, UsedTool[]>();
  for (const planned of [...tools.values()].flat()) {
    const { constant, candidate } = planned;
    const { place } = candidate;
    const add = (element: ts.Node, local: string): void =>
      // Properties and elements stand in nothing else.
      pushTo(containers, element.parent as Container, { ...planned, element, local });
    if (NEXT_FILE.test(candidate.tool.call.getSourceFile().fileName))
      note(
        candidate.tool.call,
        'move this tool to another file: Next.js allows no exports of your own here.',
      );
    if (place.kind === 'statement')
      note(place.statement, `serve \`${constant}\` from a registry, for example with \`serveMcp\`.`);
    else if (place.kind === 'element') add(place.element, constant);
    else
      for (const use of uses.get(place.constant) ?? []) {
        const element = elementOf(use);
        if (element === undefined) note(use, `\`${use.text}\` is a function now.`);
        else add(element, use.text);
      }
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
