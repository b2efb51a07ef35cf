import type { TextEdit } from '@toolwright/codegen/edits';
import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { ForeignTool } from '../foreign-tool.js';
import { nameOf } from '../read/objects.js';
import { importMark } from '../write/import-marks.js';
import { outermost } from './tool-place.js';

/** An element of a record or list of tools that stands for a migrated tool. */
export interface UsedTool {
  /** A property, or an element of a list. */
  readonly element: ts.Node;
  /** What the file calls the tool. */
  readonly local: string;
  /** The name that models see. */
  readonly toolName: string;
  readonly tool: ForeignTool;
}

/** A record or a list of tools. */
export interface ToolContainer {
  readonly node: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;
  readonly tools: readonly UsedTool[];
  /** The specifier of the manifest, as the file imports it. */
  readonly manifest: string;
}

/** Returns the element of a record or a list that an expression is the value of. */
export function elementOf(expression: ts.Node): ts.Node | undefined {
  const node = outermost(expression);
  const { parent } = node;
  if (typescript.isShorthandPropertyAssignment(parent) && parent.name === node) return parent;
  if (typescript.isPropertyAssignment(parent) && parent.initializer === node) return parent;
  return typescript.isArrayLiteralExpression(parent) ? node : undefined;
}

/** Returns why a container cannot be offered by a registry. */
export function containerProblem({ node, tools }: ToolContainer): string | undefined {
  const isList = typescript.isArrayLiteralExpression(node);
  for (const { element, tool, toolName } of tools) {
    if (isList !== (tool.framework === 'langchain'))
      return `only a ${isList ? 'record' : 'list'} of these tools can be offered`;
    if (isList) continue;
    const key = typescript.isObjectLiteralElementLike(element) ? nameOf(element) : undefined;
    if (key !== toolName) return `the tool is named '${toolName}'`;
  }
  return undefined;
}

/** Returns the expression for a container's migrated tools. */
function registryText({ node, tools, manifest }: ToolContainer): string {
  const isList = typescript.isArrayLiteralExpression(node);
  const adapt = isList
    ? importMark('@toolwright/adapters/langchain', 'toLangChainTools')
    : importMark('@toolwright/adapters/ai-sdk', 'toAiTools');
  const registry = `new ${importMark('toolwright', 'ToolRegistry')}(${importMark(manifest, 'manifest')})`;
  const names = [...new Set(tools.map(({ local }) => local))];
  const text = `${adapt}(${registry}.register(${names.join(', ')}))`;
  // Mastra takes tools of the AI SDK, but its types are those of earlier releases.
  const isForMastra = tools.some(({ tool }) => tool.framework === 'mastra');
  return isForMastra ? `(${text} as ${importMark('@mastra/core/agent', 'ToolsInput', 'type')})` : text;
}

/**
 * Returns the edits that replace a container's migrated tools.
 * @param isLazy whether the container becomes a function, because its file must not read the manifest while it loads
 */
export function containerEdits(container: ToolContainer, isLazy: boolean): readonly TextEdit[] {
  const { node, tools } = container;
  const elements: readonly ts.Node[] = typescript.isArrayLiteralExpression(node)
    ? node.elements
    : node.properties;
  const replaced = new Set(tools.map(({ element }) => element));
  const text = registryText(container);
  const [start, end] = [node.getStart(), node.end];
  if (elements.every((one) => replaced.has(one)))
    return [{ start, end, text: isLazy ? `() => ${text}` : text }];
  let isFirst = true;
  const edits = elements.flatMap((element, index): TextEdit[] => {
    if (!replaced.has(element)) return [];
    if (isFirst) {
      isFirst = false;
      return [{ start: element.getStart(), end: element.end, text: `...${text}` }];
    }
    return [{ start: elements[index - 1]?.end ?? element.getStart(), end: element.end, text: '' }];
  });
  if (!isLazy) return edits;
  return [{ start, end: start, text: '() => (' }, ...edits, { start: end, end, text: ')' }];
}
