import type { ts } from 'ts-morph';
import type { DiagnosticCode } from '../diagnostics/rules.js';

/** The finding of a check, before its place in the file is determined. */
export interface Finding {
  readonly code: DiagnosticCode;
  /** The node to underline; undefined for a finding without a place. */
  readonly node: ts.Node | undefined;
  readonly message: string;
  /** Default: the rule's own fix. */
  readonly hint?: string;
  readonly tool?: string;
  /** The common cause of several findings, if they are reported as one. */
  readonly cause?: FindingCause;
  /** Further declarations whose `@lintIgnore` applies, in addition to those around the node. */
  readonly documented?: readonly ts.Node[];
}

/** A problem that occurs in several places. */
export interface FindingCause {
  /** Equal for all findings with the same cause and code. */
  readonly key: string;
  /** The subject at one place: `` `two` ``. */
  readonly subject: string;
  says(subjects: string): string;
}
