import type { TextEdit } from '@toolwright/codegen/edits';
import type { ts } from 'ts-morph';
import type { Candidate } from './candidate.js';

/** A tool that is migrated, and its new names. */
export interface PlannedTool {
  readonly candidate: Candidate;
  /** The exported constant. */
  readonly constant: string;
  /** The name that models see. */
  readonly toolName: string;
  /** Whether the statement begins with `export`. */
  readonly isExported: boolean;
}

/** A file that changes. */
export interface PlannedFile {
  readonly source: ts.SourceFile;
  /** In the order of the source. */
  readonly tools: readonly PlannedTool[];
  /** Changes of records and lists of tools, and of what refers to them. */
  readonly edits: readonly TextEdit[];
}
