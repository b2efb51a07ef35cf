import type { ts } from 'ts-morph';
import type { DiagnosticCode } from '../diagnostics/rules.js';

/** The finding of a check, before its location in the file is determined. */
export interface Finding {
  readonly code: DiagnosticCode;
  /** The node to underline; undefined for a finding without a location. */
  readonly node: ts.Node | undefined;
  readonly message: string;
  /** Default: the rule's own fix. */
  readonly hint?: string;
  readonly tool?: string;
  /** The common cause of findings that are reported as one. */
  readonly cause?: FindingCause;
  /** Further declarations whose `@lintIgnore` applies, in addition to those that contain the node. */
  readonly documented?: readonly ts.Node[];
}

/** A problem that occurs in several locations. */
export interface FindingCause {
  /** The same for all findings with the same cause and code. */
  readonly key: string;
  /** The subject at one location: `` `two` ``. */
  readonly subject: string;
  says(subjects: string): string;
}
