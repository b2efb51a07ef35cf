/**
 * The critic's verdict on an answer.
 * @schema
 */
export interface Critique {
  /** Whether the answer must be revised. */
  requiresRevision: boolean;
  issues: CritiqueIssue[];
  /**
   * Instructions for the revision; empty if no revision is needed.
   * @default ""
   */
  revisionPrompt: string;
  /**
   * How sure the critic is, from 0 to 1.
   * @minimum 0
   * @maximum 1
   */
  confidence: number;
}

export interface CritiqueIssue {
  title: string;
  body: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
}
