/** How serious a diagnostic is. */
export type Severity = 'error' | 'warning' | 'info';

/** An entry in the tables from which docs/diagnostics.md is generated. */
export interface DiagnosticRule {
  readonly severity: Severity;
  /** A noun phrase, such as "Function where JSON is needed". */
  readonly title: string;
  /** Why this is a problem, for the documentation. */
  readonly explanation: string;
  /** The default hint. */
  readonly fix: string;
}
