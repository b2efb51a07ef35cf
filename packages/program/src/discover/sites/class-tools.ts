import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { MarkName } from '../library-symbols.js';
import type { MethodMark } from '../marks/mark.js';
import { methodName } from '../marks/method-rules.js';
import type { ClassHierarchy } from './class-hierarchy.js';
import { readDeclaration } from './declared-resource.js';
import type { ToolSite } from './tool-site.js';

/** A tool or resource method at its declaration. */
export interface ClassTool extends Pick<ToolSite, 'options' | 'resource'> {
  readonly use: MarkName;
  readonly owner: ts.ClassLikeDeclaration;
  readonly method: ts.MethodDeclaration;
  readonly name: string;
  readonly static: boolean;
  /** False if the method is a tool only because it overrides a tool. */
  readonly marked: boolean;
  /** Whether the method is marked by a decorator, not only by a JSDoc tag. */
  readonly decorated: boolean;
  readonly overrides?: ClassTool;
}

/** The tools of each class, by the class that declares them. */
export type ClassTools = Map<ts.ClassLikeDeclaration, ClassTool[]>;

/** Collects the marked methods and their overrides, which are tools with their own signatures. */
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
    const others = (tools.get(tool.owner) ?? []).filter(
      ({ method, use }) => method !== tool.method || use !== tool.use,
    );
    tools.set(tool.owner, [...others, tool]);
  };
  for (const mark of marks) {
    const { owner, method, use } = mark;
    const declared = readDeclaration(mark, context);
    if (declared === undefined) continue;
    add({
      ...declared,
      use,
      owner,
      method,
      name: methodName(method, context),
      static: isStatic(method, context),
      marked: true,
      decorated: context.compiler.ts.isDecorator(mark.by),
    });
  }
  for (const owner of hierarchy.extending) {
    for (const overrides of inheritedTools(owner, tools, hierarchy)) {
      const own = ownTool(owner, overrides, tools);
      const method = findMethod(owner, overrides, context);
      if (own !== undefined) replace({ ...own, overrides });
      else if (method !== undefined)
        add({ ...overrides, owner, method, marked: false, decorated: false, overrides });
    }
  }
  return tools;
}

/** Finds the tool with this name that the class itself declares. */
export function ownTool(
  owner: ts.ClassLikeDeclaration,
  tool: ClassTool,
  tools: ClassTools,
): ClassTool | undefined {
  return tools.get(owner)?.find((own) => isSame(own, tool));
}

/**
 * Whether a tool has no mark at run time although its class, or the class of a method that it overrides, has decorated tools. Without this
 * information, a registry would treat an unmarked method in such a class as a withdrawn tool.
 */
export function isTagged(tool: ClassTool, tools: ClassTools): boolean {
  const declarations = [...overridden(tool)];
  if (declarations.some(({ decorated }) => decorated)) return false;
  return declarations.some(({ owner, use }) =>
    (tools.get(owner) ?? []).some((other) => other.use === use && other.decorated),
  );
}

function* overridden(tool: ClassTool): Generator<ClassTool> {
  for (let each: ClassTool | undefined = tool; each !== undefined; each = each.overrides) yield each;
}

function isSame(one: ClassTool, other: ClassTool): boolean {
  return one.name === other.name && one.static === other.static && one.use === other.use;
}

function inheritedTools(
  owner: ts.ClassLikeDeclaration,
  tools: ClassTools,
  hierarchy: ClassHierarchy,
): ClassTool[] {
  const found: ClassTool[] = [];
  for (const ancestor of hierarchy.ancestors(owner)) {
    for (const tool of tools.get(ancestor) ?? []) {
      if (!found.some((nearer) => isSame(nearer, tool))) found.push(tool);
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
