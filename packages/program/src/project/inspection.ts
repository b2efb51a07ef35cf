import type { ts } from 'ts-morph';
import type { ProgramFiles } from '../compiler/program-files.js';
import type { Collector } from '../diagnostics/collector.js';
import type { CodegenContext } from '../discover/context.js';
import type { ToolSite } from '../discover/sites/tool-site.js';
import type { TrackedDisk } from '../disk/tracked-disk.js';

/** A program that has been read, for work such as lint that needs more than the manifest. */
export interface Inspection {
  readonly sources: readonly ts.SourceFile[];
  /** All tools and resources, including those that could not be read. */
  readonly sites: readonly ToolSite[];
  readonly context: CodegenContext;
  readonly collector: Collector;
}

/** An inspection with the project that contains the program. */
export interface ProjectInspection extends Inspection {
  /** The program's own sources, without tests. */
  readonly files: readonly ts.SourceFile[];
  readonly projectDir: string;
  relative(file: string): string;
  /** Describes how all files of the program relate to each other. */
  describeFiles(): ProgramFiles;
}

/** An inspection with the disk that recorded everything that was read for the program. */
export interface TrackedInspection extends ProjectInspection {
  readonly disk: TrackedDisk;
}
