import type { Comparing } from './comparing.js';
import { covers } from './covers.js';
import type { Goal } from './goal.js';
import { missingFrom } from './opaque.js';
import { type Language, languageOf, languageOfLengths } from './pattern-language.js';
import type { TextShape } from './shape.js';

/** Returns a refuted goal, or undefined if every string of a shape also has one of the target shapes. */
export function matchText(
  shape: TextShape,
  targets: readonly TextShape[],
  comparing: Comparing,
): Goal | undefined {
  const judged = targets.map((target) => judge(shape, target, comparing));
  const fitting = targets.filter((_target, index) => judged[index] === undefined);
  if (
    covers(
      shape.range,
      fitting.map(({ range }) => range),
      true,
    )
  )
    return undefined;
  const byPattern = fitting.map((target) => outsideLengths(shape, target, comparing));
  if (byPattern.some((texts) => texts?.length === 0)) return undefined;
  const problems = judged.filter((problem) => problem !== undefined);
  const texts = [...byPattern.flatMap((some) => some ?? []), ...problems.flatMap((problem) => problem.texts)];
  const reason = problems[0]?.reason ?? 'some strings might not be accepted';
  return comparing.refuted(reason, () => [...texts, ...comparing.sampler.texts(shape, targets)]);
}

interface Problem {
  readonly reason: string;
  readonly texts: readonly string[];
}

/** Returns the reason why a shape may not fit, apart from lengths; undefined if it fits. */
function judge(shape: TextShape, target: TextShape, comparing: Comparing): Problem | undefined {
  const missing = missingFrom(shape.opaque, target.opaque);
  if (missing !== undefined) return { reason: missing, texts: [] };
  const format = [...target.formats].find((name) => !shape.formats.has(name));
  if (format !== undefined) return { reason: `the format ${format} might not be satisfied`, texts: [] };
  for (const pattern of target.patterns) {
    if (shape.patterns.has(pattern)) continue;
    comparing.inner.budget.spend(AUTOMATON_COST);
    const wanted = languageOf(pattern);
    const written = wanted && writtenLanguage(shape);
    comparing.inner.budget.spend((wanted?.cost ?? 0) + (written?.cost ?? 0));
    const texts = wanted && written?.outside(wanted);
    if (texts === undefined) return { reason: `the pattern ${pattern} cannot be compared`, texts: [] };
    if (texts.length > 0) return { reason: `the pattern ${pattern} might not be satisfied`, texts };
  }
  return undefined;
}

/**
 * Returns strings that match the shape's patterns but have lengths that the other shape refuses: `^a{3}$` allows one length. Returns
 * undefined if the lengths are unknown.
 */
function outsideLengths(
  shape: TextShape,
  { range }: TextShape,
  comparing: Comparing,
): readonly string[] | undefined {
  if (shape.patterns.size === 0) return undefined;
  comparing.inner.budget.spend(AUTOMATON_COST);
  const allowed = languageOfLengths(range.min, range.max);
  const written = allowed && writtenLanguage(shape);
  comparing.inner.budget.spend((allowed?.cost ?? 0) + (written?.cost ?? 0));
  return allowed && written?.outside(allowed);
}

/** Returns a language that contains all strings of the shape. */
function writtenLanguage({ patterns, range }: TextShape): Language | undefined {
  const languages = [...patterns].flatMap((pattern) => languageOf(pattern) ?? []);
  const lengths =
    range.min === 0 && range.max === Number.POSITIVE_INFINITY && languages.length > 0
      ? []
      : [languageOfLengths(range.min, range.max) ?? languageOf('^')];
  return [...languages, ...lengths].reduce<Language | undefined>(
    (all, language) => (all === undefined ? language : ((language && all.and(language)) ?? all)),
    undefined,
  );
}

/** The cost of an automaton in units of the budget: it takes milliseconds. */
const AUTOMATON_COST = 2_000;
