/**
 * A commit message.
 * @schema
 */
export interface GeneratedMessage {
  /**
   * A gitmoji, such as "✨"; null where the style has none.
   * @default null
   */
  emoji: string | null;
  /**
   * What the commit does, in the imperative, in at most 72 characters.
   * @minLength 1
   */
  title: string;
  /**
   * Why, and what follows from it, as paragraphs; empty for small changes.
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
   * At most 72 characters.
   * @minLength 1
   */
  title: string;
  /** One or two sentences. */
  summary: string;
  /**
   * What was changed, one item per topic.
   * @default []
   */
  changes: string[];
  /**
   * How it was, or can be, tested.
   * @default ""
   */
  testing: string;
  /**
   * What users have to change because of it.
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
   * What is done well, if anything.
   * @default []
   */
  strengths: string[];
  verdict: 'approve' | 'comment' | 'request-changes';
}

export interface ReviewFinding {
  severity: 'low' | 'medium' | 'high' | 'critical';
  category: 'bug' | 'security' | 'performance' | 'maintainability' | 'testing' | 'documentation' | 'style';
  /** Path within the repository. */
  file: string;
  /**
   * The line in the new version; null where it is about the whole file.
   * @default null
   */
  line: number | null;
  title: string;
  /** What is wrong, and what happens because of it. */
  body: string;
  /**
   * What to do instead; empty where the finding says it.
   * @default ""
   */
  suggestion: string;
}

export interface ChangelogEntry {
  text: string;
  /**
   * Hashes of the commits that it sums up.
   * @default []
   */
  commits: string[];
}

/**
 * A section of a changelog, in the form of Keep a Changelog.
 * @schema
 */
export interface Changelog {
  /**
   * Null for what is not released yet.
   * @default null
   */
  version: string | null;
  /**
   * Year, month, day; null for what is not released yet.
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
 * Release notes, for those who use the software.
 * @schema
 */
export interface ReleaseNotes {
  /** @default null */
  version: string | null;
  /** What the release is about, in two or three sentences. */
  summary: string;
  /** @default [] */
  highlights: ReleaseHighlight[];
  /**
   * Other changes, one sentence each.
   * @default []
   */
  changes: string[];
  /**
   * What to do when upgrading; empty where nothing is.
   * @default []
   */
  upgradeSteps: string[];
}

export interface ReleaseHighlight {
  title: string;
  body: string;
}

/**
 * Why code is as it is.
 * @schema
 */
export interface SemanticBlame {
  file: string;
  line: number;
  /**
   * The commits that shaped it, newest first.
   * @default []
   */
  commits: BlameCommit[];
  /** What the code does and why it came to be so. */
  explanation: string;
}

export interface BlameCommit {
  hash: string;
  author: string;
  date: string;
  /** What this commit did to the code, and why. */
  reason: string;
}
