import type { Severity } from './diagnostic-rule.js';
import type { DiagnosticCode } from './rules.js';

/** A finding of codegen about one place in a program. */
export interface Diagnostic {
  /** `TW` and four digits; never reused for another meaning. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** One sentence: what is wrong, naming what was found. */
  readonly message: string;
  /** One sentence: what to do. */
  readonly hint: string;
  /** Relative to the project, with forward slashes; absent where no file is at fault. */
  readonly file?: string;
  /** Both count from 1. */
  readonly line?: number;
  readonly column?: number;
  /** Characters to underline, on one line. */
  readonly length?: number;
  /** The tool that is affected, where there is one. */
  readonly tool?: string;
}
