import type { Severity } from './diagnostic-rule.js';
import type { DiagnosticCode } from './rules.js';

/** A problem that codegen reports at one source location. */
export interface Diagnostic {
  /** `TW` and four digits; never reused with another meaning. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence that states the problem and the affected code. */
  readonly message: string;
  /** One sentence that states the solution. */
  readonly hint: string;
  /** Relative to the project, with forward slashes. Absent if the problem is not in a file. */
  readonly file?: string;
  /** Lines and columns start at 1. */
  readonly line?: number;
  readonly column?: number;
  /** The number of characters to underline, on one line. */
  readonly length?: number;
  /** The affected tool, if any. */
  readonly tool?: string;
}
