/**
 * A commit message.
 * @schema
 */
export interface GeneratedMessage {
  /**
   * A gitmoji, such as "✨"; null if the style uses none.
   * @default null
   */
  emoji: string | null;
  /**
   * A summary of the commit, in the imperative mood and at most 72 characters.
   * @minLength 1
   */
  title: string;
  /**
   * The reasons and consequences, in paragraphs; empty for small changes.
   * @default ""
   */
  message: string;
}

/**
 * The description of a pull request.
 * @schema
 */
export interface PullRequest {
  /**
   * A title of at most 72 characters.
   * @minLength 1
   */
  title: string;
  /** A summary in one or two sentences. */
  summary: string;
  /**
   * The changes, one item per topic.
   * @default []
   */
  changes: string[];
  /**
   * How the changes were tested or can be tested.
   * @default ""
   */
  testing: string;
  /**
   * What users must change as a result.
   * @default []
   */
  breakingChanges: string[];
}

/**
 * A code review.
 * @schema
 */
export interface Review {
  summary: string;
  findings: ReviewFinding[];
  /**
   * Strengths of the code, if any.
   * @default []
   */
  strengths: string[];
  /** Files, or effects of the change, that were not looked at. */
  notReviewed?: string[];
  verdict: 'approve' | 'comment' | 'request-changes';
}

export interface ReviewFinding {
  severity: 'low' | 'medium' | 'high' | 'critical';
  category: 'bug' | 'security' | 'performance' | 'maintainability' | 'testing' | 'documentation' | 'style';
  /** The path within the repository. */
  file: string;
  /**
   * The first line in the new version; null if the finding concerns the whole file.
   * @default null
   */
  line: number | null;
  /** The last line, if there are several. */
  endLine?: number | null;
  /** The lines that show the problem, copied verbatim. */
  evidence?: string;
  title: string;
  /** The problem and its consequences. */
  body: string;
  /**
   * How to fix the problem; empty if the body already says so.
   * @default ""
   */
  suggestion: string;
  /**
   * How sure the reviewer is, from 0 to 1.
   * @minimum 0
   * @maximum 1
   */
  confidence?: number | null;
}

export interface ChangelogEntry {
  text: string;
  /**
   * The hashes of the summarized commits.
   * @default []
   */
  commits: string[];
}

/**
 * A section of a changelog in the Keep a Changelog format.
 * @schema
 */
export interface Changelog {
  /**
   * The version; null if not released yet.
   * @default null
   */
  version: string | null;
  /**
   * The release date (year, month, day); null if not released yet.
   * @default null
   */
  date: string | null;
  /** @default [] */
  added: ChangelogEntry[];
  /** @default [] */
  changed: ChangelogEntry[];
  /** @default [] */
  deprecated: ChangelogEntry[];
  /** @default [] */
  removed: ChangelogEntry[];
  /** @default [] */
  fixed: ChangelogEntry[];
  /** @default [] */
  security: ChangelogEntry[];
}

/**
 * Release notes for users of the software.
 * @schema
 */
export interface ReleaseNotes {
  /** @default null */
  version: string | null;
  /** A summary of the release in two or three sentences. */
  summary: string;
  /** @default [] */
  highlights: ReleaseHighlight[];
  /**
   * Other changes, one sentence each.
   * @default []
   */
  changes: string[];
  /**
   * The steps to upgrade; empty if none are needed.
   * @default []
   */
  upgradeSteps: string[];
}

export interface ReleaseHighlight {
  title: string;
  body: string;
}

/**
 * The history and purpose of a line of code.
 * @schema
 */
export interface SemanticBlame {
  file: string;
  line: number;
  /**
   * The commits that shaped the code, newest first.
   * @default []
   */
  commits: BlameCommit[];
  /** An explanation of what the code does and how it evolved. */
  explanation: string;
}

export interface BlameCommit {
  hash: string;
  author: string;
  date: string;
  /** How this commit changed the code, and why. */
  reason: string;
}
