/** A named style, with instructions on how to write. */
export interface StylePreset {
  readonly description: string;
  /** The instructions for the system prompt. */
  readonly instructions: string;
  /** Whether commit messages have a gitmoji by default. Default: false. */
  readonly gitmoji?: boolean | undefined;
}

/** The style of a task. */
export interface StyleChoice {
  /** The name of a preset. Default: `default`. */
  readonly preset?: string | undefined;
  /** Whether to use a gitmoji. Only for commits, and not with `conventional`. Default: the preset's setting. */
  readonly gitmoji?: boolean | undefined;
  /** Instructions to add to the system prompt after the preset's instructions. */
  readonly instructions?: string | undefined;
}

/** The preset that cannot be combined with gitmoji, because its commit types have the same purpose. */
export const CONVENTIONAL = 'conventional';

/** The built-in presets. */
export const stylePresets = {
  default: {
    description: 'Plain and to the point',
    instructions: 'Write plainly, in the active voice, with no filler.',
  },
  conventional: {
    description: 'Conventional Commits',
    instructions:
      'Titles follow Conventional Commits: `type(scope): subject`, with one of feat, fix, docs, style, refactor, perf, test, build, ci, chore, revert; `!` for a breaking change. No emoji.',
  },
  concise: {
    description: 'As short as can be',
    instructions: 'Use as few words as carry the meaning; leave out all that the reader can see.',
  },
  detailed: {
    description: 'With reasons and consequences',
    instructions: 'Explain what changed, why, what it affects and what to watch, in short paragraphs.',
  },
  technical: {
    description: 'For those who know the code',
    instructions: 'Name types, functions, protocols and complexity; leave out what experts know.',
  },
  storytelling: {
    description: 'What was the problem, what was done, how it ended',
    instructions: 'Tell it in the order problem, cause, solution, effect; still only facts.',
  },
  friendly: {
    description: 'Warm, for a mixed audience',
    instructions: 'Write warmly and simply; explain terms that outsiders do not know.',
  },
  gitmoji: {
    description: 'Commit titles with a gitmoji',
    instructions: 'Write plainly, in the active voice, with no filler.',
    gitmoji: true,
  },
} as const satisfies Readonly<Record<string, StylePreset>>;
