import type { Dialect } from '@toolwright/schema';
import type { ts } from 'ts-morph';
import type { Compiler } from '../compiler/compiler.js';
import { droppedMentions } from '../compiler/drop-bodies.js';
import type { CodegenContext } from '../context.js';
import type { Collector } from '../diagnostics/collector.js';
import { discover } from '../discover/discover.js';
import { createLibrarySymbols } from '../discover/library-symbols.js';
import { findToolNames, type ToolNames } from '../discover/marks/tool-names.js';
import { findSchemaSites } from '../discover/sites/schema-sites.js';
import type { Disk } from '../disk/disk.js';
import { createSchemaEmitter } from '../emit/schema.js';
import type { SchemaOrigins } from '../emit/schema-origins.js';
import { createLowering } from '../lower/lowering.js';
import { findImportStyles } from '../manifest/module-specifier.js';
import { type Stopwatch, timed } from '../timing/stopwatch.js';
import type { FileReading } from './file-reading.js';
import type { Inspect, InspectedTool } from './inspection.js';
import { readSite, type Site } from './read-site.js';
import { type ReadSites, readSites, type SiteReader, type SiteReading } from './read-sites.js';

export interface FilesRead {
  /** One for each file, in the same order. */
  readonly readings: readonly FileReading[];
  /** Whether each file would give the same reading without the others, and in any order. */
  readonly stable: boolean;
  /**
   * Files whose dropped bodies may contain tools. If there are any, nothing was read, and the program must be built again with these
   * bodies.
   */
  readonly lacking: readonly string[];
}

export interface ReadFilesOptions {
  readonly collector: Collector;
  /** Converts a path to the form that the manifest prints. */
  readonly relative: (file: string) => string;
  readonly providers: readonly Dialect[];
  readonly disk: Disk;
  /** Receives the origins of the schemas. */
  readonly origins: SchemaOrigins;
  /** Files that keep all their bodies. */
  readonly whole?: ReadonlySet<string> | undefined;
  readonly stopwatch?: Stopwatch | undefined;
  readonly inspect?: Inspect | undefined;
  /** Default: all sites are read in this thread. */
  readonly readSites?: ReadSites | undefined;
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
    inspect,
    readSites: readAll = readSites,
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
  const sites: readonly Site[] = [
    ...discovery.sites.map((site) => ({ kind: 'tool', site }) as const),
    ...findSchemaSites(sources, context).map((site) => ({ kind: 'schema', site }) as const),
  ];
  /** Of the last reader. */
  const inspected: InspectedTool[] = [];
  const createReader = (): SiteReader => {
    const lowering = createLowering(compiler, report);
    const schemas = createSchemaEmitter(lowering.definitions, origins);
    const options = { lowering, schemas, context, relative };
    inspected.length = 0;
    return {
      isStable: lowering.isStable,
      read: (index) => {
        const found = sites[index];
        if (found === undefined) throw new Error(`No site ${index}.`);
        return readSite(found, { ...options, collector, providers, inspected });
      },
    };
  };
  const { readings: read, stable } = timed(stopwatch, 'lower', () =>
    readAll({ count: sites.length, createReader, origins }),
  );
  for (const { findings } of read) collector.release(findings);
  const tools = byFile(read, ({ tools }) => tools);
  const schemas = byFile(read, ({ schemas }) => schemas);
  const readings = sources.map((source): FileReading => {
    const { fileName: file } = source;
    const decorator = discovery.decorators.get(file);
    return {
      file,
      library: discovery.libraries.get(file),
      decorator: decorator && collector.placeOf(decorator),
      importStyles: findImportStyles(source, compiler.ts),
      bases: discovery.hierarchy.basesByFile.get(file) ?? [],
      tools: (tools.get(file) ?? []).filter(({ entry }) => entry.resource === undefined),
      resources: (tools.get(file) ?? []).filter(({ entry }) => entry.resource !== undefined),
      schemas: schemas.get(file) ?? [],
      diagnostics: collector.diagnosticsOf(file),
    };
  });
  inspect?.({ sources, sites: discovery.sites, tools: inspected, context, collector });
  return { readings, stable, lacking: [] };
}

function lacksTools(source: ts.SourceFile, names: ToolNames | undefined): boolean {
  return names !== undefined && droppedMentions(source, names.spelled);
}

function byFile<Read>(
  sites: readonly SiteReading[],
  readsOf: (site: SiteReading) => readonly Read[],
): Map<string, Read[]> {
  const found = new Map<string, Read[]>();
  for (const site of sites) {
    const others = found.get(site.file);
    if (others === undefined) found.set(site.file, [...readsOf(site)]);
    else others.push(...readsOf(site));
  }
  return found;
}
