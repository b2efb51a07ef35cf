import type { Dialect } from '@toolwright/schema';
import type { ts } from 'ts-morph';
import { compareText } from './compare-text.js';
import type { Compiler } from './compiler/compiler.js';
import { reportSyntaxErrors } from './compiler/syntax-errors.js';
import type { CodegenContext } from './context.js';
import type { Collector } from './diagnostics/collector.js';
import { type Discovery, discover } from './discover/discover.js';
import { createLibrarySymbols } from './discover/library-symbols.js';
import { findSchemaSites } from './discover/schema-sites.js';
import { createSchemaEmitter } from './emit/schema.js';
import { createSchemaOrigins, type SchemaOrigins } from './emit/schema-origins.js';
import { createLowering } from './lower/lowering.js';
import { reportRepeatedNames } from './signature/repeated-names.js';
import { reportProviders } from './signature/report-providers.js';
import { readSchemaEntries, type SchemaEntry } from './signature/schema-entry.js';
import { readToolEntry, type ToolEntry } from './signature/tool-entry.js';

export interface ToolsRead extends Pick<Discovery, 'modules'> {
  /** By name, then by file and line. */
  readonly entries: readonly ToolEntry[];
  /** Of the types with `@schema`, by name. */
  readonly schemas: readonly SchemaEntry[];
  /** Where the schemas of the entries come from. */
  readonly origins: SchemaOrigins;
}

/** Finds and reads the tools of a program, sorted by name. A syntax error ends the run: types of such a program mean nothing. */
export function readTools(
  sources: readonly ts.SourceFile[],
  compiler: Compiler,
  collector: Collector,
  relative: (file: string) => string,
  providers: readonly Dialect[] = [],
): ToolsRead {
  reportSyntaxErrors(sources, compiler, collector);
  if (collector.diagnostics().length > 0) {
    return { entries: [], schemas: [], modules: new Set(), origins: createSchemaOrigins() };
  }
  const context: CodegenContext = {
    compiler,
    report: collector.report,
    library: createLibrarySymbols(compiler),
  };
  const { sites, modules } = discover(sources, context);
  const schemaSites = findSchemaSites(sources, context);
  if (sites.length === 0 && schemaSites.length === 0 && collector.diagnostics().length === 0) {
    collector.reportProject('TW1002', `${sources.length} source files were read and no tool was found.`);
  }
  const lowering = createLowering(compiler, collector.report);
  const schemas = createSchemaEmitter(lowering.definitions);
  const options = { lowering, schemas, context, relative };
  const read = sites.flatMap((site) => {
    const entry = collector.forTool(site.name, () => readToolEntry(site, options));
    return entry === undefined ? [] : [{ site, entry }];
  });
  const sorted = read.sort((a, b) => compareEntries(a.entry, b.entry));
  reportRepeatedNames(sorted, context);
  for (const tool of sorted) {
    collector.forTool(tool.entry.spec.name, () => reportProviders(tool, providers, context));
  }
  const typed = readSchemaEntries(schemaSites, options);
  return { entries: sorted.map(({ entry }) => entry), schemas: typed, modules, origins: schemas.origins };
}

function compareEntries(
  { spec: a, binding: left }: ToolEntry,
  { spec: b, binding: right }: ToolEntry,
): number {
  return (
    compareText(a.name, b.name) ||
    compareText(a.source.file, b.source.file) ||
    a.source.line - b.source.line ||
    compareText(left.file, right.file) ||
    compareText(left.exportName, right.exportName)
  );
}
