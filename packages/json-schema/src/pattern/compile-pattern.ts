import { CharacterReader } from './characters.js';
import { hasOneWay } from './has-one-way.js';
import { matchesLinearly } from './linear-matcher.js';
import { matchesInTime } from './matches-in-time.js';
import { readPattern } from './pattern-program.js';

export interface Pattern {
  /** Whether some part of the text matches. Takes linear time. */
  test(text: string): boolean;
  toString(): string;
}

/**
 * Compiles a schema's pattern so that malicious text cannot block the program. JavaScript's engine takes exponential time for some
 * patterns, such as `^(a+)+$`. It is used only if text can match the pattern in just one way. For other patterns, a matcher follows all
 * alternatives in parallel.
 * @param flags `u` or `iu`
 * @throws SyntaxError for an invalid regular expression
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

/** Whether JavaScript's engine certainly takes linear time for a pattern. Returns false if this is unclear. */
export function runsLinearly(source: string): boolean {
  if (isPlain(source)) return true;
  const program = readPattern(source, 'u');
  return program !== undefined && hasOneWay(program);
}

/** A cache of compiled patterns. */
const KNOWN = new Map<string, Pattern>();
const MAX_KNOWN = 1_000;

/** The pattern for a `bigint` in codegen's schemas, which is the most common pattern. */
const WHOLE_NUMBER = '^(?:0|-?[1-9]\\d*)$';

/** Whether a pattern needs no analysis, because it has no repetitions and alternatives or is known to be linear. */
function isPlain(source: string): boolean {
  return source === WHOLE_NUMBER || !/[*+?{|]/.test(source);
}

/** The maximum number of steps, because each character may take as many steps as the pattern has. */
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
