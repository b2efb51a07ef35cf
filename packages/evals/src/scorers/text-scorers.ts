import { createContext, Script } from 'node:vm';
import { shortenText } from '@toolwright/contract';
import { canonicalJson, deepEqual } from '@toolwright/json';
import type { Attempt, Scorer } from '../define/scorer.js';
import { parseJson } from '../parse-json.js';

/** How texts are compared. */
export interface TextOptions {
  readonly ignoreCase?: boolean | undefined;
}

/**
 * The answer equals `expected` of the case. Texts are compared without surrounding white space; other values with the structured output,
 * or with the answer as JSON.
 */
export function exact(options: TextOptions = {}): Scorer {
  return {
    name: 'exact',
    version: versionOf('exact', options),
    score({ case: { expected }, result }) {
      requireExpected(expected);
      if (typeof expected === 'string') {
        const [wanted, answer] = [expected, result.finalResponse].map((text) => fold(text.trim(), options));
        return verdict(
          wanted === answer,
          `expected ${show(expected)}, but the answer is ${show(result.finalResponse)}`,
        );
      }
      const value = answerValue(result);
      return verdict(
        deepEqual(value, expected),
        `expected ${show(expected)}, but the answer is ${show(value)}`,
      );
    },
  };
}

/**
 * The answer contains these texts; the score is the share of them. Without texts: `expected` of the case, a text or a list of texts.
 */
export function contains(texts?: string | readonly string[], options?: TextOptions): Scorer;
export function contains(texts: string | readonly string[] | undefined, options: TextOptions = {}): Scorer {
  return {
    name: 'contains',
    version: versionOf('contains', { texts, ...options }),
    score({ case: { expected }, result }) {
      const given: unknown = texts ?? expected;
      requireExpected(given);
      const list: readonly unknown[] = Array.isArray(given) ? given : [given];
      const wanted = list.map((one) => {
        if (typeof one === 'object')
          throw new Error('`contains` compares texts; for other values, use `exact`.');
        return String(one);
      });
      if (!wanted.some((text) => text !== ''))
        throw new Error("The case expects no text: 'expected' is empty.");
      const answer = fold(result.finalResponse, options);
      const missing = wanted.filter((text) => !answer.includes(fold(text, options)));
      const score = (wanted.length - missing.length) / wanted.length;
      return { ...verdict(missing.length === 0, `the answer lacks ${missing.map(show).join(', ')}`), score };
    },
  };
}

/** The number of characters of an answer that a pattern sees. */
const MAX_MATCHED = 100_000;
const MAX_MATCH_MS = 1_000;

/** The answer matches a pattern. A pattern that takes longer than a second is an error of the scorer, not a failed attempt. */
export function matches(pattern: RegExp): Scorer {
  // Only the time limit of `vm` ends a pattern that backtracks without end.
  const script = new Script('new RegExp(source, flags).test(text)');
  const { source, flags } = pattern;
  return {
    name: 'matches',
    version: versionOf('matches', { source, flags }),
    score({ result: { finalResponse } }) {
      const text = finalResponse.slice(0, MAX_MATCHED);
      const found: unknown = runBounded(script, { source, flags, text }, pattern);
      const isCut = finalResponse.length > MAX_MATCHED;
      const where = isCut ? `the first ${MAX_MATCHED} characters of the answer` : 'the answer';
      return verdict(found === true, `${where} does not match ${String(pattern)}: ${show(finalResponse)}`);
    },
  };
}

function runBounded(script: Script, values: object, pattern: RegExp): unknown {
  try {
    return script.runInContext(createContext({ ...values }), { timeout: MAX_MATCH_MS });
  } catch (error) {
    throw new Error(`${String(pattern)} takes longer than ${MAX_MATCH_MS} ms on this answer.`, {
      cause: error,
    });
  }
}

/** Returns the structured output, or the answer as JSON; the text if it is none. */
export function answerValue({ output, finalResponse }: Attempt['result']): unknown {
  const value = output === undefined ? parseJson(finalResponse) : output;
  return value === undefined ? finalResponse : value;
}

function requireExpected(expected: unknown): void {
  if (expected === undefined) throw new Error("The case has no 'expected'.");
}

function fold(text: string, { ignoreCase }: TextOptions): string {
  return ignoreCase === true ? text.toLowerCase() : text;
}

export function verdict(passed: boolean, reason: string) {
  return { score: passed ? 1 : 0, passed, ...(!passed && { reason }) };
}

function show(value: unknown): string {
  return shortenText(JSON.stringify(value) ?? String(value), 200);
}

/** The version of a shipped scorer: its options. Add a number to `name` when its scores change their meaning. */
export function versionOf(name: string, options: object): string {
  return `${name} ${canonicalJson(JSON.parse(JSON.stringify(options)))}`;
}
