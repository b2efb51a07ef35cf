import type { ts } from 'ts-morph';
import type { CodegenContext } from '../context.js';
import type { Collector } from '../diagnostics/collector.js';
import type { ToolSite } from '../discover/sites/tool-site.js';
import type { ToolEntry } from '../signature/tool-entry.js';

/** A program that was read, for work that needs more of it than the manifest, such as lint. */
export interface Inspection {
  readonly sources: readonly ts.SourceFile[];
  readonly tools: readonly InspectedTool[];
  readonly context: CodegenContext;
  readonly collector: Collector;
}

export interface InspectedTool {
  readonly site: ToolSite;
  readonly entry: ToolEntry;
}

export type Inspect = (inspection: Inspection) => void;
