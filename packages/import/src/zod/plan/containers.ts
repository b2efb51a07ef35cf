import type { TextEdit } from '@toolwright/codegen/edits';
import { typescript, wrapped } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { nameOf } from '../read/objects.js';
import { importMark } from '../write/import-marks.js';
import type { PlannedTool } from './planned-file.js';

/** An element of a record or list of tools that stands for a migrated tool. */
export interface UsedTool extends PlannedTool {
  /** A property, or an element of a list. */
  readonly element: ts.Node;
  /** What the file calls the tool. */
  readonly local: string;
}

/** A record or a list of tools. */
export type Container = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

/** Returns the element of a record or a list that an expression is the value of. */
export function elementOf(expression: ts.Node): ts.Node | undefined {
  const node = wrapped(expression, typescript);
  const { parent } = node;
  if (typescript.isShorthandPropertyAssignment(parent) && parent.name === node) return parent;
  if (typescript.isPropertyAssignment(parent) && parent.initializer === node) return parent;
  return typescript.isArrayLiteralExpression(parent) ? node : undefined;
}

/** Returns why a container cannot be offered by a registry. */
export function containerProblem(node: Container, tools: readonly UsedTool[]): string | undefined {
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
export function containerEdits(
  node: Container,
  tools: readonly UsedTool[],
  isLazy: boolean,
): readonly TextEdit[] {
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
