/** What codegen has to say about one place in a program. */
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

export type DiagnosticCode = `TW${number}`;
export type Severity = 'error' | 'warning' | 'info';

/** An entry of the table of codes, from which docs/diagnostics.md is made. */
export interface DiagnosticRule {
  readonly severity: Severity;
  /** A noun phrase, e.g. "Function where JSON is needed". */
  readonly title: string;
  /** Why it is a problem, for the documentation. */
  readonly explanation: string;
  /** The default hint. */
  readonly fix: string;
}
