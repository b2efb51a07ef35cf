import { toNumber } from '../exact-number.js';
import { matchAt } from './grammar.js';

export interface Scalar {
  readonly value: unknown;
  readonly length: number;
  /** Whether the value is a Python literal: `True`, `False` or `None`. */
  readonly isForeign: boolean;
}

/** Reads a number, boolean or null at `position`. Returns undefined if there is another value. */
export function readScalar(text: string, position: number, end: number, repair: boolean): Scalar | undefined {
  const rest = end - position; // the text may continue after `end`
  const number = matchAt(NUMBER, text, position)?.slice(0, rest);
  if (number !== undefined) {
    return IS_NUMBER.test(number)
      ? { value: toNumber(number), length: number.length, isForeign: false }
      : undefined;
  }
  const word = matchAt(WORD, text, position)?.slice(0, rest) ?? '';
  const value = (repair ? MENDED_WORDS : WORDS).get(word);
  return value === undefined ? undefined : { value, length: word.length, isForeign: !WORDS.has(word) };
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const IS_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORD = /(?:true|false|null|True|False|None)/y;

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const MENDED_WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...WORDS,
  ['True', true],
  ['False', false],
  ['None', null],
]);
