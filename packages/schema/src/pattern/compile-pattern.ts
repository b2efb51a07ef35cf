import { CharacterReader } from './characters.js';
import { hasOneWay } from './has-one-way.js';
import { matchesLinearly } from './linear-matcher.js';
import { matchesInTime } from './matches-in-time.js';
import { readPattern } from './pattern-program.js';

/** A regular expression of a schema. */
export interface Pattern {
  /** Whether some part of the text matches, in time that is linear in the text. */
  test(text: string): boolean;
  toString(): string;
}

/**
 * Prepares a pattern of a schema: texts of strangers must not keep the program busy. JavaScript's engine takes exponential time for
 * some patterns, such as `^(a+)+$`. It is used where a pattern leaves it one way only; others are matched in all ways at once.
 * @param flags `u` or `iu`.
 * @throws SyntaxError For what is no regular expression.
 */
export function compilePattern(source: string, flags = 'u'): Pattern {
  const key = `/${source}/${flags}`;
  const known = KNOWN.get(key);
  if (known !== undefined) return known;
  const expression = new RegExp(source, flags);
  const pattern = isPlain(source) ? expression : lazily(() => judge(expression), key);
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
  KNOWN.set(key, pattern);
  return pattern;
}

/** Whether JavaScript's engine takes linear time for a pattern, as far as that is easy to tell. False also for what takes no more. */
export function runsLinearly(source: string): boolean {
  if (isPlain(source)) return true;
  const program = readPattern(source, 'u');
  return program !== undefined && hasOneWay(program);
}

/** What was found out about a pattern holds for good. */
const KNOWN = new Map<string, Pattern>();
const MAX_KNOWN = 1_000;

/** Digits as codegen writes them for a `bigint`, the most common pattern. */
const WHOLE_NUMBER = '^(?:0|-?[1-9]\\d*)$';

/** Patterns in which nothing repeats and nothing is chosen need no analysis. */
function isPlain(source: string): boolean {
  return source === WHOLE_NUMBER || !/[*+?{|]/.test(source);
}

/** Each character may take as many steps as the pattern has. */
const MAX_STEPS = 500;

type Test = (text: string) => boolean;

function judge(expression: RegExp): Test {
  const { source, flags } = expression;
  const program = readPattern(source, flags);
  if (program !== undefined && hasOneWay(program)) return (text) => expression.test(text);
  if (program === undefined || program.steps.length > MAX_STEPS)
    return (text) => matchesInTime(expression, text);
  const word = new CharacterReader(flags, []).read('\\w');
  return (text) => matchesLinearly(program, text, word);
}

function lazily(create: () => Test, key: string): Pattern {
  let test: Test | undefined;
  return {
    test(text) {
      test ??= create();
      return test(text);
    },
    toString: () => key,
  };
}
