import { CharacterReader } from './characters.js';
import { PatternGroup } from './pattern-group.js';
import { type Condition, type Lookaround, MAX_STEPS, type PatternStep } from './pattern-step.js';

/** A pattern compiled to steps, for a matcher that follows all alternatives in parallel. */
export interface PatternProgram {
  readonly steps: readonly PatternStep[];
  /** The lookarounds that the conditions refer to. Inner ones come first, because a matcher needs their results for the outer one. */
  readonly lookarounds: readonly Lookaround[];
}

/**
 * Compiles a pattern in linear time and without recursion.
 * @param source a pattern that the engine accepts
 * @returns undefined if the pattern has too many steps, modifiers, or backreferences, which cannot be matched in linear time
 */
export function readPattern(source: string, flags: string): PatternProgram | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  const reader = new CharacterReader(flags, namedPoints(source));
  const lookarounds: Lookaround[] = [];
  const outer: PatternGroup[] = [];
  let group = new PatternGroup('', false);
  for (const [token, from, to] of source.matchAll(TOKEN)) {
    if (UNSUPPORTED.test(token)) return undefined;
    const condition = CONDITIONS[token];
    if (condition !== undefined) group.add([{ kind: 'condition', condition }]);
    else if (token === '|') group.startBranch();
    else if (token.startsWith('(')) {
      outer.push(group);
      group = new PatternGroup(token, group.isBackward);
    } else if (token === ')') {
      const part = close(group, lookarounds);
      group = outer.pop() ?? group;
      group.add(part);
    } else if (QUANTIFIER.test(token)) {
      if (!group.repeat(...bounds(token, from, to))) return undefined;
    } else group.add([{ kind: 'character', characters: reader.read(token) }]);
    if (group.length > MAX_STEPS) return undefined;
  }
  return { steps: [...group.close(), { kind: 'match' }], lookarounds };
}

/** The maximum number of characters. JavaScript's engine overflows its stack when `TOKEN` reads a class of 16 million. */
const MAX_LENGTH = 1_000_000;

/** Matches a class, an escape, the start of a group, a quantifier with its bounds, or any other character. */
const TOKEN =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u.{4}|x..|c.|.)|\((?:\?(?:<?[=!]|:|<[^>]*>)?)?|[*+?]\??|\{(\d+)(?:,(\d*))?\}\??|./gsu;
const QUANTIFIER = /^[*+?{]/;
/** Matches backreferences, the start of a group with modifiers such as `(?i:a)`, and what later engines may add. */
const UNSUPPORTED = /^(?:\\[^\W0dDsSwWbBfnrtv]|\(\?)$/;
const CONDITIONS: Readonly<Record<string, Condition>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'not-boundary',
};

/** Returns the steps of a group. Adds a lookaround to the list, and returns its condition. */
function close(group: PatternGroup, lookarounds: Lookaround[]): PatternStep[] {
  const steps = group.close();
  if (group.lookaround === undefined) return steps;
  lookarounds.push({ ...group.lookaround, steps: [...steps, { kind: 'match' }] });
  return [{ kind: 'condition', condition: lookarounds.length - 1 }];
}

function bounds(quantifier: string, from: string | undefined, to = from): [min: number, max: number] {
  if (from !== undefined) return [Number(from), to === '' ? Infinity : Number(to)];
  return [quantifier.startsWith('+') ? 1 : 0, quantifier.startsWith('?') ? 1 : Infinity];
}

/** Finds the code points beyond ASCII in a pattern, including the first and last code points of its classes. */
function namedPoints(source: string): number[] {
  const text = source.replace(/\\(?:x(..)|u\{(.+?)\}|u(.{4})|.)/gsu, (_, byte, point, unit) =>
    String.fromCodePoint(Number.parseInt(byte ?? point ?? unit ?? '0', 16)),
  );
  return Array.from(text, (character) => character.codePointAt(0) ?? 0).filter((point) => point > 127);
}
