import type { ts } from 'ts-morph';
import type { DiagnosticCode } from '../diagnostics/rules.js';

/** What a check found, before its place in the file is worked out. */
export interface Finding {
  readonly code: DiagnosticCode;
  /** What to underline; undefined for what has no place. */
  readonly node: ts.Node | undefined;
  readonly message: string;
  /** Default: the rule's own fix. */
  readonly hint?: string;
  readonly tool?: string;
  /** What several findings have in common, if they are said as one. */
  readonly cause?: FindingCause;
  /** More declarations whose `@lintIgnore` counts, beside those around the node. */
  readonly documented?: readonly ts.Node[];
}

/** What is wrong in several places at once. */
export interface FindingCause {
  /** The same for all of them, among findings of one code. */
  readonly key: string;
  /** What is wrong in one place: `` `two` ``. */
  readonly subject: string;
  /** The message about several subjects. */
  says(subjects: string): string;
}
