import { CharacterReader } from './characters.js';
import { hasOneWay } from './has-one-way.js';
import { matchesLinearly } from './linear-matcher.js';
import { matchesInTime } from './matches-in-time.js';
import { readPattern } from './pattern-program.js';

export interface Pattern {
  /** Whether some part of the text matches, in linear time. */
  test(text: string): boolean;
  toString(): string;
}

/**
 * Prepares a pattern of a schema so that hostile text cannot block the program. JavaScript's engine takes exponential time for some
 * patterns, such as `^(a+)+$`. It is used only if a text can match the pattern in one way; for other patterns, a matcher follows all
 * alternatives at once.
 * @param flags `u` or `iu`.
 * @throws SyntaxError For an invalid regular expression.
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

/** Whether JavaScript's engine certainly takes linear time for a pattern. False if that is hard to tell. */
export function runsLinearly(source: string): boolean {
  if (isPlain(source)) return true;
  const program = readPattern(source, 'u');
  return program !== undefined && hasOneWay(program);
}

/** A cache of compiled patterns, which never become stale. */
const KNOWN = new Map<string, Pattern>();
const MAX_KNOWN = 1_000;

/** The digits of a `bigint` in codegen's schemas, the most common pattern. */
const WHOLE_NUMBER = '^(?:0|-?[1-9]\\d*)$';

/** Patterns without repetitions and alternatives need no analysis. */
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
