/** What code can do beyond computing a result, in the order of reports. */
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

/** One call on the way to an effect. */
export interface EffectStep {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** The start of the call in the source, on one line. */
  readonly text: string;
}

/** The shortest way to an effect. */
export interface EffectPath {
  /** From a call in the tool's own code to the one that has the effect. Of a long way the first ten calls and the last ten. */
  readonly path: readonly EffectStep[];
  /** The number of calls between these, which `path` leaves out. Absent if the path is whole. */
  readonly omitted?: number;
}

/** An effect that a tool can have, with the shortest way to it. */
export interface FoundEffect extends EffectPath {
  readonly effect: Effect;
  /** For `unknown` only: why the code cannot be followed. */
  readonly reason?: string;
}

/** What the code says about a hint: its opposite, the same, or nothing certain. */
export type Verdict = 'contradicted' | 'supported' | 'unknown';

/** The hints that are compared with the code. */
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

/** What one tool can do. */
export interface ToolEffects {
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly effects: readonly FoundEffect[];
  readonly hints: readonly HintCheck[];
  readonly suggestions: readonly HintSuggestion[];
}
