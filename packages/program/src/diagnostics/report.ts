import type { ts } from 'ts-morph';
import type { Severity } from './diagnostic-rule.js';
import type { DiagnosticCode } from './rules.js';

/** A finding at a node, before its location in the file is determined. */
export interface NodeFinding {
  readonly code: DiagnosticCode;
  readonly node: ts.Node;
  readonly message: string;
  /** Default: the rule's own fix. */
  readonly hint?: string | undefined;
  readonly tool?: string | undefined;
  /** Default: the rule's own severity. In a return type, errors become warnings. */
  readonly severity?: Severity | undefined;
}

export type Report = (finding: NodeFinding) => void;
