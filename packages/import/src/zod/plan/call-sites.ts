import type { TextEdit } from '@toolwright/codegen/edits';
import { typescript } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import { nameOf } from '../read/objects.js';
import { outermost } from './tool-place.js';

/** An element of a record or list of tools that stands for a migrated tool. */
export interface UsedTool {
  /** A property, or an element of a list. */
  readonly element: ts.Node;
  /** The exported constant. */
  readonly constant: string;
  /** The name that models see. */
  readonly toolName: string;
  readonly framework: string;
  /** The file that exports the constant. */
  readonly file: string;
}

/** A record or a list of tools. */
export interface ToolContainer {
  readonly node: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;
  readonly tools: readonly UsedTool[];
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
  for (const { element, framework, toolName } of tools) {
    if (isList !== (framework === 'langchain')) return 'it is neither a record nor a list of tools';
    if (isList) continue;
    const key = typescript.isObjectLiteralElementLike(element) ? nameOf(element) : undefined;
    if (key !== toolName) return `the tool is named '${toolName}'`;
  }
  return undefined;
}

/** Whether a record holds tools of Mastra. */
export function isForMastra({ tools }: ToolContainer): boolean {
  return tools.some(({ framework }) => framework === 'mastra');
}

/** Returns the expression for a container's migrated tools. */
function registryText(container: ToolContainer): string {
  const adapt = typescript.isArrayLiteralExpression(container.node) ? 'toLangChainTools' : 'toAiTools';
  const constants = [...new Set(container.tools.map(({ constant }) => constant))];
  const text = `${adapt}(new ToolRegistry(manifest).register(${constants.join(', ')}))`;
  // Mastra takes tools of the AI SDK, but its types are those of earlier releases.
  return isForMastra(container) ? `(${text} as ToolsInput)` : text;
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
