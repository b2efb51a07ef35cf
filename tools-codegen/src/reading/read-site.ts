import type { Dialect } from '@toolwright/schema';
import type { ts } from 'ts-morph';
import type { Collector } from '../diagnostics/collector.js';
import type { SchemaSite } from '../discover/sites/schema-sites.js';
import type { ToolSite } from '../discover/sites/tool-site.js';
import { reportProviders } from '../signature/report-providers.js';
import { readSchemaEntry } from '../signature/schema-entry.js';
import { readToolEntry, type ToolEntryOptions } from '../signature/tool-entry.js';
import type { SchemaReading, ToolReading } from './file-reading.js';
import type { InspectedTool } from './inspection.js';
import type { SiteReading } from './read-sites.js';

/** A place of a program with a tool, a resource or a schema. */
export type Site =
  | { readonly kind: 'tool'; readonly site: ToolSite }
  | { readonly kind: 'schema'; readonly site: SchemaSite };

export interface ReadSiteOptions extends ToolEntryOptions {
  readonly collector: Collector;
  readonly providers: readonly Dialect[];
  /** Receives the tools. */
  readonly inspected: InspectedTool[];
}

/** Reads one site, and keeps its findings with it. */
export function readSite(found: Site, options: ReadSiteOptions): SiteReading {
  const { file } = found.site.binding;
  const { result, held: findings } = options.collector.hold(() =>
    options.collector.forFile(file, () =>
      found.kind === 'tool'
        ? { tools: readTool(found.site, options), schemas: [] }
        : { tools: [], schemas: readSchema(found.site, options) },
    ),
  );
  return { file, ...result, findings };
}

function readTool(
  site: ToolSite,
  { collector, providers, inspected, ...options }: ReadSiteOptions,
): ToolReading[] {
  return collector.forTool(site.name, () => {
    const entry = readToolEntry(site, options);
    if (entry === undefined) return [];
    if (entry.resource === undefined) reportProviders({ site, entry }, providers, options.context);
    inspected.push({ site, entry });
    return [{ entry, at: collector.placeOf(site.at), origin: positionOf(site.origin) }];
  });
}

function readSchema(site: SchemaSite, { collector, ...options }: ReadSiteOptions): SchemaReading[] {
  const entry = readSchemaEntry(site, options);
  const { declaration, type } = site;
  return entry === undefined ? [] : [{ entry, at: collector.placeOf(declaration.name ?? declaration), type }];
}

function positionOf(node: ts.Node): string {
  return `${node.getSourceFile().fileName}:${node.pos}`;
}
