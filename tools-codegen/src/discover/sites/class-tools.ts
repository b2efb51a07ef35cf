import type { ToolOptions } from '@toolwright/contract';
import type { ts } from 'ts-morph';
import type { CodegenContext } from '../../context.js';
import type { MethodMark } from '../marks/mark.js';
import { methodName } from '../marks/method-rules.js';
import type { ClassHierarchy } from './class-hierarchy.js';
import { readToolOptions } from './tool-options.js';

/** A tool method where it is declared. */
export interface ClassTool {
  readonly owner: ts.ClassLikeDeclaration;
  readonly method: ts.MethodDeclaration;
  readonly name: string;
  readonly static: boolean;
  readonly options: ToolOptions;
  /** False if it is a tool only because it overrides one. */
  readonly marked: boolean;
  readonly overrides?: ClassTool;
}

/** Tools by the class that declares them. */
export type ClassTools = Map<ts.ClassLikeDeclaration, ClassTool[]>;

/** The marked methods and their overrides, which are tools with their own signature. */
export function collectClassTools(
  marks: readonly MethodMark[],
  hierarchy: ClassHierarchy,
  context: CodegenContext,
): ClassTools {
  const tools: ClassTools = new Map();
  const add = (tool: ClassTool): void => {
    tools.set(tool.owner, [...(tools.get(tool.owner) ?? []), tool]);
  };
  const replace = (tool: ClassTool): void => {
    const others = (tools.get(tool.owner) ?? []).filter(({ method }) => method !== tool.method);
    tools.set(tool.owner, [...others, tool]);
  };
  for (const mark of marks) {
    const { owner, method } = mark;
    add({
      owner,
      method,
      name: methodName(method, context),
      static: isStatic(method, context),
      options: readToolOptions(mark, context),
      marked: true,
    });
  }
  for (const owner of hierarchy.extending) {
    for (const overrides of inheritedTools(owner, tools, hierarchy)) {
      const own = ownTool(owner, overrides, tools);
      const method = findMethod(owner, overrides, context);
      if (own !== undefined) replace({ ...own, overrides });
      else if (method !== undefined) add({ ...overrides, owner, method, marked: false, overrides });
    }
  }
  return tools;
}

/** The tool of that name which a class declares itself. */
export function ownTool(
  owner: ts.ClassLikeDeclaration,
  tool: ClassTool,
  tools: ClassTools,
): ClassTool | undefined {
  return tools.get(owner)?.find((own) => own.name === tool.name && own.static === tool.static);
}

function inheritedTools(
  owner: ts.ClassLikeDeclaration,
  tools: ClassTools,
  hierarchy: ClassHierarchy,
): ClassTool[] {
  const found: ClassTool[] = [];
  for (const ancestor of hierarchy.ancestors(owner)) {
    for (const tool of tools.get(ancestor) ?? []) {
      const nearer = found.some(({ name, static: fixed }) => name === tool.name && fixed === tool.static);
      if (!nearer) found.push(tool);
    }
  }
  return found;
}

function findMethod(
  owner: ts.ClassLikeDeclaration,
  tool: ClassTool,
  context: CodegenContext,
): ts.MethodDeclaration | undefined {
  const { ts } = context.compiler;
  return owner.members
    .filter(ts.isMethodDeclaration)
    .find(
      (method) =>
        method.body !== undefined &&
        methodName(method, context) === tool.name &&
        isStatic(method, context) === tool.static,
    );
}

function isStatic(method: ts.MethodDeclaration, { compiler: { ts } }: CodegenContext): boolean {
  return (ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static) !== 0;
}
