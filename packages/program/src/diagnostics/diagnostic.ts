import type { Severity } from './diagnostic-rule.js';
import type { DiagnosticCode } from './rules.js';

/** A finding of codegen about one place in a program. */
export interface Diagnostic {
  /** `TW` and four digits; never reused for another meaning. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence with the problem and the affected code. */
  readonly message: string;
  /** One sentence with the solution. */
  readonly hint: string;
  /** Relative to the project, with forward slashes; absent if the problem is not in a file. */
  readonly file?: string;
  /** Line and column count from 1. */
  readonly line?: number;
  readonly column?: number;
  /** Number of characters to underline, on one line. */
  readonly length?: number;
  /** The affected tool, if any. */
  readonly tool?: string;
}
