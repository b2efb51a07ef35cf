import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import { createClassHierarchy } from './class-hierarchy.js';
import { classSites } from './class-sites.js';
import { collectClassTools } from './class-tools.js';
import { createExportLookup } from './exports.js';
import { findMarks } from './find-marks.js';
import { functionSite } from './function-sites.js';
import type { Mark, MethodMark } from './mark.js';
import { findToolNames } from './tool-names.js';
import type { ToolSite } from './tool-site.js';
import { reportUnattachedTags } from './unattached-tags.js';

export interface Discovery {
  readonly sites: readonly ToolSite[];
  /** The modules from which the files import `tool`. */
  readonly modules: ReadonlySet<string>;
}

/** Finds the tools of a project's files. */
export function discover(files: readonly ts.SourceFile[], context: CodegenContext): Discovery {
  const modules = new Set<string>();
  const marks: Mark[] = [];
  let unresolved: ts.Expression | undefined;
  for (const file of files) {
    const names = findToolNames(file, context);
    unresolved ??= names.unresolved;
    if (names.module !== undefined) modules.add(names.module);
    marks.push(...findMarks(file, names, context));
    reportUnattachedTags(file, context);
  }
  if (unresolved !== undefined) {
    const message = `The compiler does not find \`tool\` in ${unresolved.getText()}.`;
    context.report({ code: 'TW1003', node: unresolved, message });
  }
  return { sites: findSites(marks, files, context), modules };
}

function findSites(
  marks: readonly Mark[],
  files: readonly ts.SourceFile[],
  context: CodegenContext,
): ToolSite[] {
  const findExport = createExportLookup(context.compiler);
  const methods = marks.filter((mark): mark is MethodMark => mark.kind === 'method');
  const hierarchy = createClassHierarchy(methods.length > 0 ? files : [], context.compiler);
  const tools = collectClassTools(methods, hierarchy, context);
  return [
    ...[...tools.values()]
      .flat()
      .flatMap((tool) => classSites(tool, { tools, hierarchy, findExport, context })),
    ...marks.flatMap((mark) => (mark.kind === 'function' ? functionSite(mark, findExport, context) : [])),
  ];
}
