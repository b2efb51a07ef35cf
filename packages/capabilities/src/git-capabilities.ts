import {
  ChangelogSchema,
  GeneratedMessageSchema,
  PullRequestSchema,
  ReleaseNotesSchema,
  ReviewSchema,
  SemanticBlameSchema,
} from './toolwright.gen.js';

/**
 * The folder with capabilities for git repositories, to pass to `loadCapabilities`: `commit`, `pr`, `review`, `changelog`,
 * `release_notes`, `chat`, `semantic_blame`, and `verify`, which contains the critic's instructions.
 */
export const gitCapabilities: URL = new URL('../capabilities/', import.meta.url);

/** The outputs of `gitCapabilities`, to pass as the option `outputs`. */
export const gitOutputs = {
  GeneratedMessage: GeneratedMessageSchema,
  PullRequest: PullRequestSchema,
  Review: ReviewSchema,
  Changelog: ChangelogSchema,
  ReleaseNotes: ReleaseNotesSchema,
  SemanticBlame: SemanticBlameSchema,
} as const;
