/** Effects that code can have apart from computing a result, in the order of reports. */
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
 * An effect. `process` starts programs or changes this process, `db` uses a database, `eval` runs text as code, `state` changes objects
 * that outlive the call, and `unknown` is code that cannot be analysed.
 */
export type Effect = (typeof EFFECTS)[number];

export function isEffect(name: unknown): name is Effect {
  return EFFECTS.some((effect) => effect === name);
}

/** A call on the path to an effect. */
export interface EffectStep {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  /** The start of the call in the source, on one line. */
  readonly text: string;
}

/** The shortest path to an effect. */
export interface EffectPath {
  /** From a call in the tool's own code to the call that has the effect. For a long path, only the first ten and the last ten calls. */
  readonly path: readonly EffectStep[];
  /** The number of calls between these that `path` omits. Absent if the path is complete. */
  readonly omitted?: number;
}

/** An effect that a tool can have, with the shortest path to the effect. */
export interface FoundEffect extends EffectPath {
  readonly effect: Effect;
  /** Only for `unknown`: why the code cannot be analysed. */
  readonly reason?: string;
}

/** Whether the code contradicts a hint, supports it, or does neither. */
export type Verdict = 'contradicted' | 'supported' | 'unknown';

export const HINTS = ['readOnly', 'destructive', 'idempotent', 'openWorld'] as const;

/** A hint on a tool that the tool's code can contradict. */
export type Hint = (typeof HINTS)[number];

/** A hint on a tool, compared with the tool's code. */
export interface HintCheck {
  readonly hint: Hint;
  readonly value: boolean;
  readonly verdict: Verdict;
}

/** A hint that a tool lacks although its code supports it. */
export interface HintSuggestion {
  readonly hint: Hint;
  readonly value: boolean;
}

/** The effects of a tool. */
export interface ToolEffects {
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly effects: readonly FoundEffect[];
  readonly hints: readonly HintCheck[];
  readonly suggestions: readonly HintSuggestion[];
}
