/**
 * What the critic says of an answer.
 * @schema
 */
export interface Critique {
  /** Whether the answer must be written again. */
  requiresRevision: boolean;
  issues: CritiqueIssue[];
  /**
   * What to do differently, for the one who revises; empty where nothing is.
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
