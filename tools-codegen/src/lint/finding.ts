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
  /** More declarations whose `@lintIgnore` counts, beside those around the node. */
  readonly documented?: readonly ts.Node[];
}
