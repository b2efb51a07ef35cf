import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { ClassHierarchy } from './class-hierarchy.js';
import { type ClassTool, type ClassTools, isTagged, ownTool } from './class-tools.js';
import type { ExportBinding, FindExport } from './exports.js';
import { memberSignature } from './signatures.js';
import type { ToolSite } from './tool-site.js';

export interface ClassSiteOptions {
  readonly tools: ClassTools;
  readonly hierarchy: ClassHierarchy;
  readonly findExport: FindExport;
  readonly context: CodegenContext;
}

/**
 * Returns the classes that list a tool: its own class if exported. If the class is not exported, or if the parameters depend on a type
 * parameter of the class, these are the nearest exported subclasses. Reports a tool that no class lists.
 */
export function classSites(tool: ClassTool, options: ClassSiteOptions): ToolSite[] {
  const { context, findExport } = options;
  const binding = findExport(tool.owner);
  const use = typeParameterUse(tool.method, tool.owner, context);
  if (binding !== undefined && use === 'none') return site(tool, tool.owner, binding, options);
  const heirs = concreteHeirs(tool, options);
  const sites = heirs.nearest.flatMap(({ heir, binding: own }) => site(tool, heir, own, options));
  if (binding !== undefined && use === 'output')
    return [...site(tool, tool.owner, binding, options), ...sites];
  if (!heirs.any && tool.marked) refuse(tool, binding, context);
  return sites;
}

interface Heir {
  readonly heir: ts.ClassDeclaration;
  readonly binding: ExportBinding;
}

/** Finds the subclasses that list a tool. `any`: some exported subclass has the tool, possibly with its own signature. */
function concreteHeirs(
  tool: ClassTool,
  { tools, hierarchy, findExport }: ClassSiteOptions,
): { nearest: Heir[]; any: boolean } {
  const exported = hierarchy.descendants(tool.owner).flatMap((heir) => {
    const binding = heir.typeParameters === undefined ? findExport(heir) : undefined;
    return binding === undefined ? [] : [{ heir, binding }];
  });
  const listed = new Set<ts.ClassLikeDeclaration>(exported.map(({ heir }) => heir));
  const nearest = exported.filter(({ heir }) => {
    const chain = hierarchy.ancestors(heir);
    const between = chain.slice(0, chain.indexOf(tool.owner));
    const covered = between.some((node) => listed.has(node));
    return !covered && [heir, ...between].every((node) => ownTool(node, tool, tools) === undefined);
  });
  return { nearest, any: exported.length > 0 };
}

function site(
  tool: ClassTool,
  target: ts.ClassLikeDeclaration,
  binding: ExportBinding,
  { tools, context }: ClassSiteOptions,
): ToolSite[] {
  const signature = memberSignature(tool, target, context);
  if (signature === undefined) return [];
  return [
    {
      name: tool.options.name ?? tool.name,
      options: tool.options,
      resource: tool.resource,
      binding,
      member: {
        name: tool.name,
        static: tool.static,
        tagged: isTagged(tool, tools),
        typeParameters: target.typeParameters?.length ?? 0,
      },
      signature,
      code: tool.method,
      at: tool.method.name,
      origin: origin(tool).method,
      documented: [signature.getDeclaration(), ...documented(tool, context)],
    },
  ];
}

function origin(tool: ClassTool): ClassTool {
  return tool.overrides === undefined ? tool : origin(tool.overrides);
}

function documented(tool: ClassTool, context: CodegenContext): ts.Node[] {
  const overloads = context.compiler.checker.getSymbolAtLocation(tool.method.name)?.declarations ?? [];
  return [
    tool.method,
    ...overloads,
    ...(tool.overrides === undefined ? [] : documented(tool.overrides, context)),
    ...declaredAbove(tool, context),
  ];
}

/**
 * Returns the methods of interfaces and base classes that a tool implements. As in editors, their documentation applies if the tool has
 * none.
 */
function declaredAbove(
  { owner, name, static: isStatic }: ClassTool,
  { compiler: { checker, program } }: CodegenContext,
): ts.Node[] {
  if (isStatic) return [];
  const types = owner.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
  return types
    .flatMap((type) => checker.getTypeAtLocation(type).getProperty(name)?.declarations ?? [])
    .filter((node) => !program.isSourceFileFromExternalLibrary(node.getSourceFile()));
}

function refuse(
  tool: ClassTool,
  binding: ExportBinding | undefined,
  { compiler: { ts }, report }: CodegenContext,
): void {
  const { owner, name, use } = tool;
  const className = owner.name?.text ?? 'without a name';
  const at = owner.name ?? tool.method.name;
  if (binding !== undefined) {
    const message = `The parameters of \`${name}\` depend on a type parameter of the class ${className}, and no exported subclass binds it to a type.`;
    report({ code: 'TW1018', node: tool.method.name, message });
  } else if (!ts.isSourceFile(owner.parent)) {
    report({
      code: 'TW1016',
      node: at,
      message: `The class ${className} of the ${use} \`${name}\` is declared inside another declaration.`,
    });
  } else {
    report({
      code: 'TW1010',
      node: at,
      message: `The class ${className} of the ${use} \`${name}\` is not exported.`,
    });
  }
}

/** Whether a method's parameters (`input`) or only its result (`output`) refer to a type parameter of its class. */
function typeParameterUse(
  method: ts.MethodDeclaration,
  owner: ts.ClassLikeDeclaration,
  { compiler: { ts, checker } }: CodegenContext,
): 'none' | 'input' | 'output' {
  if (owner.typeParameters === undefined) return 'none';
  const names = new Set(owner.typeParameters.map(({ name }) => name.text));
  const mentions = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node) && names.has(node.text)) {
      const declarations = checker.getSymbolAtLocation(node)?.declarations ?? [];
      return declarations.some((declaration) => declaration.parent === owner);
    }
    return ts.forEachChild(node, (child) => mentions(child) || undefined) ?? false;
  };
  if (method.parameters.some(({ type }) => type !== undefined && mentions(type))) return 'input';
  // An inferred result type may refer to any type parameter.
  return method.type === undefined || mentions(method.type) ? 'output' : 'none';
}
