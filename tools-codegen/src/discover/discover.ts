import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import { findMarks } from './marks/find-marks.js';
import type { FunctionMark, Mark, MethodMark } from './marks/mark.js';
import type { ToolNames } from './marks/tool-names.js';
import { reportUnattachedTags } from './marks/unattached-tags.js';
import { type ClassHierarchy, createClassHierarchy } from './sites/class-hierarchy.js';
import { type ClassSiteOptions, classSites } from './sites/class-sites.js';
import { collectClassTools } from './sites/class-tools.js';
import { createExportLookup } from './sites/exports.js';
import { functionSite } from './sites/function-sites.js';
import type { ToolSite } from './sites/tool-site.js';

export interface Discovery {
  readonly sites: readonly ToolSite[];
  /** By file, the module from which it imports `tool`. */
  readonly libraries: ReadonlyMap<string, string>;
  readonly hierarchy: ClassHierarchy;
}

/**
 * Finds the tools of a project's files.
 * @param files With what each calls `tool`.
 */
export function discover(files: ReadonlyMap<ts.SourceFile, ToolNames>, context: CodegenContext): Discovery {
  const { report, forFile } = context;
  const libraries = new Map<string, string>();
  const marks: Mark[] = [];
  let unresolved: ts.Expression | undefined;
  for (const [file, names] of files) {
    forFile(file.fileName, () => {
      unresolved ??= names.unresolved;
      if (names.module !== undefined) libraries.set(file.fileName, names.module);
      marks.push(...findMarks(file, names, context));
      reportUnattachedTags(file, context);
    });
  }
  if (unresolved !== undefined) {
    const message = `The compiler cannot find \`tool\` in ${unresolved.getText()}.`;
    report({ code: 'TW1003', node: unresolved, message });
  }
  const hierarchy = createClassHierarchy([...files.keys()], context.compiler);
  return { sites: findSites(marks, hierarchy, context), libraries, hierarchy };
}

function findSites(marks: readonly Mark[], hierarchy: ClassHierarchy, context: CodegenContext): ToolSite[] {
  const findExport = createExportLookup(context.compiler);
  const methods = marks.filter((mark): mark is MethodMark => mark.kind === 'method');
  const functions = marks.filter((mark): mark is FunctionMark => mark.kind === 'function');
  const tools = collectClassTools(methods, hierarchy, context);
  const options: ClassSiteOptions = { tools, hierarchy, findExport, context };
  return [
    ...[...tools.values()]
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
