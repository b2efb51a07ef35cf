import type { ts } from 'ts-morph';
import type { CodegenContext } from './context.js';
import { findMarks } from './marks/find-marks.js';
import { nodesOfTools, reportIdleFormerNames } from './marks/idle-former-names.js';
import type { FunctionMark, Mark, MethodMark } from './marks/mark.js';
import type { ToolNames } from './marks/tool-names.js';
import { reportUnattachedTags } from './marks/unattached-tags.js';
import { findEnhancers, reportNestParameters } from './nest-decorators.js';
import { type ClassHierarchy, createClassHierarchy } from './sites/class-hierarchy.js';
import { type ClassSiteOptions, classSites } from './sites/class-sites.js';
import { type ClassTools, collectClassTools } from './sites/class-tools.js';
import { createExportLookup } from './sites/exports.js';
import { functionSite } from './sites/function-sites.js';
import type { ToolSite } from './sites/tool-site.js';

export interface Discovery {
  readonly sites: readonly ToolSite[];
  /** For each file, the module from which it imports `tool`. */
  readonly libraries: ReadonlyMap<string, string>;
  /** For each file, its first `@tool` decorator. */
  readonly decorators: ReadonlyMap<string, ts.Decorator>;
  /** The decorators of Nest that would run something around the tools of the files. */
  readonly enhancers: readonly ts.Decorator[];
  readonly hierarchy: ClassHierarchy;
}

/**
 * Finds the tools in a project's files.
 * @param files The files, with their names for `tool`.
 */
export function discover(files: ReadonlyMap<ts.SourceFile, ToolNames>, context: CodegenContext): Discovery {
  const libraries = new Map<string, string>();
  for (const [file, { module }] of files) if (module !== undefined) libraries.set(file.fileName, module);
  const marks = findAllMarks(files, context);
  const hierarchy = createClassHierarchy([...files.keys()], context.compiler);
  const decorators = findDecorators(marks, context);
  const classTools = findClassTools(marks, hierarchy, context);
  const sites = findSites(marks, { tools: classTools, hierarchy, context });
  const tools = nodesOfTools(marks, sites, context);
  for (const file of files.keys())
    context.forFile(file.fileName, () => reportIdleFormerNames(file, tools, context));
  const methods = [...classTools.values()].flat();
  reportNestParameters(methods, context);
  return { sites, libraries, decorators, enhancers: findEnhancers(methods, context), hierarchy };
}

/** Finds the marks of a project's files, and reports marks without a target. */
export function findAllMarks(
  files: ReadonlyMap<ts.SourceFile, ToolNames>,
  context: CodegenContext,
): readonly Mark[] {
  const { report, forFile } = context;
  const marks: Mark[] = [];
  let unresolved: ToolNames['unresolved'];
  for (const [file, names] of files) {
    forFile(file.fileName, () => {
      unresolved ??= names.unresolved;
      marks.push(...findMarks(file, names, context));
      reportUnattachedTags(file, context);
    });
  }
  if (unresolved !== undefined) {
    const { specifier: node, name } = unresolved;
    report({ code: 'TW1003', node, message: `The compiler cannot find \`${name}\` in ${node.getText()}.` });
  }
  return marks;
}

function findDecorators(
  marks: readonly Mark[],
  { compiler: { ts } }: CodegenContext,
): ReadonlyMap<string, ts.Decorator> {
  const first = new Map<string, ts.Decorator>();
  for (const { by } of marks) {
    const file = by.getSourceFile().fileName;
    if (ts.isDecorator(by) && !first.has(file)) first.set(file, by);
  }
  return first;
}

function findClassTools(
  marks: readonly Mark[],
  hierarchy: ClassHierarchy,
  context: CodegenContext,
): ClassTools {
  const methods = marks.filter((mark): mark is MethodMark => mark.kind === 'method');
  return collectClassTools(methods, hierarchy, context);
}

function findSites(marks: readonly Mark[], found: Omit<ClassSiteOptions, 'findExport'>): ToolSite[] {
  const { context } = found;
  const findExport = createExportLookup(context.compiler);
  const functions = marks.filter((mark): mark is FunctionMark => mark.kind === 'function');
  const options: ClassSiteOptions = { ...found, findExport };
  return [
    ...[...found.tools.values()]
      .flat()
      .flatMap((tool) => within(tool.owner, context, () => classSites(tool, options))),
    ...functions.flatMap((mark) =>
      within(mark.holder, context, () => functionSite(mark, findExport, context)),
    ),
  ];
}

function within<T>(node: ts.Node, { forFile }: CodegenContext, work: () => T): T {
  return forFile(node.getSourceFile().fileName, work);
}
