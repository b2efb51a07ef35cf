import type { TextEdit } from '@toolwright/codegen/edits';
import { typescript, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { isWithin } from '../nodes-in.js';
import { type Note, noteAt } from '../notes.js';
import { nameOf } from '../read/objects.js';
import { importMark } from '../write/import-marks.js';
import { type Container, findContainers, type Tools, type UsedTool } from './containers.js';
import { findReferences, type References } from './find-references.js';
import type { Loading } from './loading.js';
import type { ProjectSources } from './project-sources.js';
import { pushTo } from './push-to.js';

/** Changes of the code that uses the tools. */
export interface Sites {
  readonly edits: Map<ts.SourceFile, TextEdit[]>;
  /** Tools that are written in records and lists that cannot be changed, with the reason. */
  readonly refused: Map<ts.Node, string>;
  readonly byHand: Note[];
}

/** Plans the records and lists that offer the tools. */
export function planSites(tools: Tools, uses: References, loading: Loading, project: ProjectSources): Sites {
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
    const isLazy = loading.runs(node);
    const calls = isLazy ? lazyCalls(node, own, loading) : [];
    const why = calls === undefined ? 'this file must not read the manifest while it loads' : undefined;
    const typed = isLazy || !hasTypes(node, used) ? own?.find(isTypeUse) : undefined;
    const type = typed && typeProblem(typed, project);
    const offered = used.filter((one) => {
      const problem = type ?? elementProblem(node, one) ?? why;
      if (problem === undefined) return true;
      const { call } = one.candidate.tool;
      // A tool that is written in the record or the list is still there.
      if (type !== undefined || isWithin(call, node)) sites.refused.set(call, problem);
      else note(one.element, `offer \`${one.local}\` from a registry: ${problem}.`);
      return false;
    });
    if (offered.length === 0) continue;
    const head = isLazy ? headOf(node, offered, project) : undefined;
    for (const edit of containerEdits(node, offered, head)) pushTo(sites.edits, node.getSourceFile(), edit);
    for (const [file, edit] of calls ?? []) pushTo(sites.edits, file, edit);
    for (const { parent } of own ?? [])
      if (
        !hasTypes(node, offered) &&
        typescript.isPropertyAccessExpression(parent) &&
        offered.some((one) => one.toolName === parent.name.text)
      )
        note(parent, `\`${parent.getText()}\` may be absent, as far as the compiler knows.`);
  }
  return sites;
}

/** Whether a use of a constant reads its type, as `typeof tools` does. */
function isTypeUse({ parent }: ts.Identifier): boolean {
  const isType = (node: ts.Node): boolean =>
    typescript.isTypeQueryNode(node) || typescript.isImportTypeNode(node);
  return typescript.findAncestor(parent, isType) !== undefined;
}

/** Says which use of a type needs tools as they are, because what replaces them has no types of tools. */
function typeProblem(use: ts.Identifier, { relative }: ProjectSources): string {
  return `\`typeof ${use.text}\` in ${relative(use.getSourceFile().fileName)} needs the types of tools`;
}

/** Whether what replaces tools tells their types: a record of the AI SDK does, and lists and records of Mastra do not. */
function hasTypes(node: Container, tools: readonly UsedTool[]): boolean {
  return (
    typescript.isObjectLiteralExpression(node) &&
    tools.every(({ candidate }) => candidate.tool.framework === 'ai-sdk')
  );
}

/** Returns why a registry cannot offer a tool for an element of a container. */
function elementProblem(node: Container, { element, candidate, toolName }: UsedTool): string | undefined {
  const isList = typescript.isArrayLiteralExpression(node);
  if (isList !== (candidate.tool.framework === 'langchain'))
    return `only a ${isList ? 'record' : 'list'} of these tools can be offered`;
  const key = typescript.isObjectLiteralElementLike(element) ? nameOf(element) : undefined;
  if (!isList && key === undefined) return 'its name is made at run time';
  return isList || key === toolName ? undefined : `the tool is named '${toolName}'`;
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

/** Returns the head of the function that a container becomes. */
function headOf(node: Container, tools: readonly UsedTool[], { isCircular }: ProjectSources): string {
  if (!isCircular || typescript.isArrayLiteralExpression(node)) return '() =>';
  return `(): ${importMark(hasTypes(node, tools) ? 'ToolSet' : 'ToolsInput')} =>`;
}

/**
 * Returns the edits that replace a container's migrated tools.
 * @param head that of the function that the container becomes, if its file must not read the manifest while it loads
 */
function containerEdits(
  node: Container,
  tools: readonly UsedTool[],
  head: string | undefined,
): readonly TextEdit[] {
  const elements: readonly ts.Node[] = 'elements' in node ? node.elements : node.properties;
  const replaced = new Set(tools.map(({ element }) => element));
  const text = registryText(node, tools);
  const [start, end] = [node.getStart(), node.end];
  if (elements.every((one) => replaced.has(one)))
    return [{ start, end, text: head === undefined ? text : `${head} ${text}` }];
  const first = elements.findIndex((one) => replaced.has(one));
  const edits = elements.flatMap((element, index): TextEdit[] => {
    if (!replaced.has(element)) return [];
    if (index === first) return [{ start: element.getStart(), end: element.end, text: `...${text}` }];
    return [{ start: elements[index - 1]?.end ?? element.getStart(), end: element.end, text: '' }];
  });
  if (head === undefined) return edits;
  return [{ start, end: start, text: `${head} (` }, ...edits, { start: end, end, text: ')' }];
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
 * @returns undefined if the record is no constant of its own, or is used before the manifest is complete
 */
function lazyCalls(
  { parent }: ts.Node,
  uses: readonly ts.Identifier[] | undefined,
  loading: Loading,
): readonly (readonly [ts.SourceFile, TextEdit])[] | undefined {
  if (!typescript.isVariableDeclaration(parent) || parent.type !== undefined || uses === undefined)
    return undefined;
  if (uses.some((use) => typescript.isExportAssignment(use.parent) || loading.runs(use))) return undefined;
  return uses.map((use) => {
    const text = typescript.isShorthandPropertyAssignment(use.parent) ? `: ${use.text}()` : '()';
    return [use.getSourceFile(), { start: use.end, end: use.end, text }];
  });
}
