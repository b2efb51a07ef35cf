/** Effects that code can have beyond computing a result, in the order of reports. */
export const EFFECTS = [
  'fs.read',
  'fs.write',
  'net',
  'process',
  'env',
  'db',
  'time',
  'random',
  'eval',
  'state',
  'unknown',
] as const;

/**
 * One kind of effect. `process` starts programs or changes this process, `db` uses a database, `eval` runs text as code, `state` changes
 * objects that outlive the call, and `unknown` is code that cannot be followed.
 */
export type Effect = (typeof EFFECTS)[number];

export function isEffect(name: unknown): name is Effect {
  return EFFECTS.some((effect) => effect === name);
}

/** One call on the path to an effect. */
export interface EffectStep {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** The start of the call in the source, on one line. */
  readonly text: string;
}

/** The shortest path to an effect. */
export interface EffectPath {
  /** From a call in the tool's own code to the call that has the effect. A long path has only its first ten and last ten calls. */
  readonly path: readonly EffectStep[];
  /** The number of calls that `path` omits in between. Absent if the path is complete. */
  readonly omitted?: number;
}

/** An effect that a tool can have, with the shortest path to it. */
export interface FoundEffect extends EffectPath {
  readonly effect: Effect;
  /** Only for `unknown`: why the code cannot be followed. */
  readonly reason?: string;
}

/** Whether the code contradicts a hint, supports it, or leaves it uncertain. */
export type Verdict = 'contradicted' | 'supported' | 'unknown';

export const HINTS = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

/** A hint of a tool that its code can contradict. */
export type Hint = (typeof HINTS)[number];

/** A hint of a tool, compared with its code. */
export interface HintCheck {
  readonly hint: Hint;
  readonly value: boolean;
  readonly verdict: Verdict;
}

/** A hint that a tool lacks and its code supports. */
export interface HintSuggestion {
  readonly hint: Hint;
  readonly value: boolean;
}

/** The effects of one tool. */
export interface ToolEffects {
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly effects: readonly FoundEffect[];
  readonly hints: readonly HintCheck[];
  readonly suggestions: readonly HintSuggestion[];
}
