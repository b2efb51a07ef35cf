import type { Dialect } from '@toolwright/json-schema';
import { type Disk, type Stopwatch, timed } from '@toolwright/program';
import {
  type CodegenContext,
  type Compiler,
  createLibrarySymbols,
  type Discovery,
  discover,
  droppedMentions,
  findSchemaSites,
  findToolNames,
  importsNestModule,
  type ToolNames,
  type ToolSite,
} from '@toolwright/program/compiler';
import type { Collector } from '@toolwright/program/diagnostics';
import type { ts } from 'ts-morph';
import { createSchemaEmitter } from '../emit/schema.js';
import type { SchemaOrigins } from '../emit/schema-origins.js';
import { createLowering } from '../lower/lowering.js';
import { findImportStyles } from '../manifest/module-specifier.js';
import { reportProviders } from '../signature/report-providers.js';
import { readSchemaEntry } from '../signature/schema-entry.js';
import { readToolEntry, type ToolEntryOptions } from '../signature/tool-entry.js';
import type { Enhancer, FileReading, SchemaReading, ToolReading } from './file-reading.js';
import type { InspectTools, ReadTool } from './inspect-tools.js';

export interface FilesRead {
  /** One reading for each file, in the same order. */
  readonly readings: readonly FileReading[];
  /** Whether each file would give the same reading without the other files, and in any order. */
  readonly stable: boolean;
  /**
   * Files whose bodies were dropped but may contain tools. If there are any, nothing was read, and the program must be rebuilt with these
   * bodies.
   */
  readonly lacking: readonly string[];
}

export interface ReadFilesOptions {
  readonly collector: Collector;
  /** Converts a path to the form used in the manifest. */
  readonly relative: (file: string) => string;
  readonly providers: readonly Dialect[];
  readonly disk: Disk;
  /** Receives the origins of the schemas. */
  readonly origins: SchemaOrigins;
  /** Files that keep all their function bodies. */
  readonly whole?: ReadonlySet<string> | undefined;
  readonly stopwatch?: Stopwatch | undefined;
  readonly onToolsFound?: ((count: number) => void) | undefined;
  readonly inspect?: InspectTools | undefined;
}

/** Finds and reads the tools and schemas in a program's files. */
export function readFiles(
  sources: readonly ts.SourceFile[],
  compiler: Compiler,
  {
    collector,
    relative,
    providers,
    disk,
    origins,
    whole,
    stopwatch,
    onToolsFound,
    inspect,
  }: ReadFilesOptions,
): FilesRead {
  const { report, forFile } = collector;
  const context: CodegenContext = {
    compiler,
    report,
    forFile,
    library: createLibrarySymbols(compiler, disk),
  };
  const named = new Map(sources.map((source) => [source, findToolNames(source, context)]));
  const lacking = sources.filter(
    (source) => !whole?.has(source.fileName) && lacksTools(source, named.get(source)),
  );
  if (lacking.length > 0)
    return { readings: [], stable: true, lacking: lacking.map(({ fileName }) => fileName) };
  const discovery = discover(named, context);
  onToolsFound?.(discovery.sites.length);
  const lowering = createLowering(compiler, report);
  const emitter = createSchemaEmitter(lowering.definitions, origins);
  const options = { lowering, schemas: emitter, context, relative };
  const lower = <Read>(read: () => Read): Read => timed(stopwatch, 'lower', read);
  const inspected: ReadTool[] = [];
  const tools = byFile(discovery.sites, (site) => {
    const read = lower(() => readTool(site, options, collector, providers));
    inspected.push(...read.map(({ entry }) => ({ site, entry })));
    return read;
  });
  const schemas = byFile(findSchemaSites(sources, context), (site): SchemaReading[] => {
    const entry = lower(() => forFile(site.binding.file, () => readSchemaEntry(site, options)));
    const { declaration, type } = site;
    return entry === undefined
      ? []
      : [{ entry, at: collector.placeOf(declaration.name ?? declaration), type }];
  });
  const enhancerAt = (node: ts.Decorator): Enhancer => ({ ...collector.placeOf(node), text: node.getText() });
  const readings = sources.map((source): FileReading => {
    const { fileName: file } = source;
    const decorator = discovery.decorators.get(file);
    return {
      file,
      library: discovery.libraries.get(file),
      decorator: decorator && collector.placeOf(decorator),
      enhancers: discovery.enhancers.filter((one) => one.getSourceFile() === source).map(enhancerAt),
      importsNestModule: importsNestModule(source, compiler),
      importStyles: isOfTool(relative(file)) ? [] : findImportStyles(source, compiler.ts),
      bases: discovery.hierarchy.basesByFile.get(file) ?? [],
      tools: (tools.get(file) ?? []).filter(({ entry }) => entry.resource === undefined),
      resources: (tools.get(file) ?? []).filter(({ entry }) => entry.resource !== undefined),
      schemas: schemas.get(file) ?? [],
      diagnostics: collector.diagnosticsOf(file),
    };
  });
  inspect?.({ sources, sites: discovery.sites, tools: inspected, context, collector });
  return { readings, stable: lowering.isStable(), lacking: [] };
}

/** Whether a file stands in a folder like `.next`, into which a tool writes imports in its own style. */
function isOfTool(relative: string): boolean {
  return /(?:^|\/)\.[^./]/.test(relative);
}

function lacksTools(source: ts.SourceFile, names: ToolNames | undefined): boolean {
  return names !== undefined && droppedMentions(source, names.spelled);
}

function readTool(
  site: ToolSite,
  options: ToolEntryOptions,
  collector: Collector,
  providers: readonly Dialect[],
): ToolReading[] {
  const read = (): ToolReading[] => {
    const entry = readToolEntry(site, options);
    if (entry === undefined) return [];
    if (entry.resource === undefined) reportProviders({ site, entry }, providers, options.context);
    return [{ entry, at: collector.placeOf(site.at), origin: positionOf(site.origin) }];
  };
  return collector.forFile(site.binding.file, () => collector.forTool(site.name, read));
}

function byFile<Site extends Pick<Discovery['sites'][number], 'binding'>, Read>(
  sites: readonly Site[],
  read: (site: Site) => readonly Read[],
): Map<string, Read[]> {
  const found = new Map<string, Read[]>();
  for (const site of sites) {
    const others = found.get(site.binding.file);
    if (others === undefined) found.set(site.binding.file, [...read(site)]);
    else others.push(...read(site));
  }
  return found;
}

function positionOf(node: ts.Node): string {
  return `${node.getSourceFile().fileName}:${node.pos}`;
}
