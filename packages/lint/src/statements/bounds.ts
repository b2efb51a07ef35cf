import type { JsonSchema } from '@toolwright/contract';
import type { SchemaPart } from '../schema-parts.js';
import { wordsOf } from '../words.js';
import { END, NUMBER, numberOf, START } from './clause.js';
import { isUnit } from './units.js';

/** Matches a number and the word that follows it. */
const AMOUNT = `(${NUMBER})(?: ([\\p{L}-]{1,40}))?${END}`;
const LEAD = '(?:(?:must be|should be|has to be|is|are|with) )?';
const ONE = new RegExp(
  `${START}${LEAD}(at least|no less than|minimum(?: of| is|:)?|min[.:]?|at most|no more than|not more than|up to|maximum(?: of| is|:)?|max[.:]?|(?:more|greater|larger) than|above|(?:less|fewer|smaller) than|below) ${AMOUNT}`,
  'giu',
);
const RANGE = new RegExp(
  `${START}${LEAD}(?:between |from )?(${NUMBER}) ?(?:and|to|-|–|\\.\\.) ?${AMOUNT}`,
  'giu',
);

interface Stated {
  readonly side: 'lower' | 'upper';
  readonly value: number;
  /** Whether the number itself is allowed. */
  readonly inclusive: boolean;
  readonly word: string | undefined;
}

/** Finds a bound in the text that contradicts the schema. A bound that the schema lacks is not a contradiction. */
export function findOtherBound(text: string, part: SchemaPart): string | undefined {
  for (const stated of statedBounds(text)) {
    const bound = matchingBound(stated, part);
    if (bound === undefined || isSame(stated, bound, part.schema)) continue;
    const [says, is] = [describe(stated), describe({ ...bound, side: stated.side })];
    return `The text says ${says}; the schema says ${is}.`;
  }
  return undefined;
}

function* statedBounds(text: string): Generator<Stated> {
  for (const [, words = '', number = '', word] of text.matchAll(ONE)) {
    const isLower = /^(?:at least|no less|min|more|greater|larger|above)/i.test(words);
    const inclusive = !/^(?:more|greater|larger|above|less|fewer|smaller|below)/i.test(words);
    yield { side: isLower ? 'lower' : 'upper', value: numberOf(number), inclusive, word };
  }
  for (const [, low = '', high = '', word] of text.matchAll(RANGE)) {
    const [lower, upper] = [numberOf(low), numberOf(high)];
    if (lower >= upper) continue;
    yield { side: 'lower', value: lower, inclusive: true, word };
    yield { side: 'upper', value: upper, inclusive: true, word };
  }
}

type Bound = Pick<Stated, 'value' | 'inclusive'>;

/** Returns the bound of the schema that the text refers to; undefined if there is no such bound or this is uncertain. */
function matchingBound({ side, word }: Stated, { schema, name = '' }: SchemaPart): Bound | undefined {
  const isLower = side === 'lower';
  switch (schema.type) {
    case 'number':
    case 'integer': {
      // "At most 2 hours" may be correct for 120 minutes, and "at least 2 digits" refers to the notation.
      const isOwn = word === undefined || wordsOf(name).some((part) => sameWord(part, word));
      if (!isOwn && (isUnit(word) || NOT_OF_VALUES.test(word))) return undefined;
      return isLower
        ? boundOf(schema.minimum, schema.exclusiveMinimum)
        : boundOf(schema.maximum, schema.exclusiveMaximum);
    }
    case 'string':
      if (word === undefined || !/^(?:character|char|letter)s?$/i.test(word)) return undefined;
      return boundOf(isLower ? schema.minLength : schema.maxLength, undefined);
    case 'array':
      if (
        word === undefined ||
        !(/^(?:item|element|entr|value)/i.test(word) || sameWord(word, wordsOf(name).at(-1) ?? ''))
      )
        return undefined;
      return boundOf(isLower ? schema.minItems : schema.maxItems, undefined);
    default:
      return undefined;
  }
}

const NOT_OF_VALUES = /^(?:digits?|decimals?|places?|figures?|characters?|times?|per|percent|of|or)$/i;

function sameWord(one: string, other: string): boolean {
  return one.toLowerCase().replace(/s$/, '') === other.toLowerCase().replace(/s$/, '');
}

function boundOf(inclusive: number | undefined, exclusive: number | undefined): Bound | undefined {
  if (inclusive !== undefined) return { value: inclusive, inclusive: true };
  return exclusive === undefined ? undefined : { value: exclusive, inclusive: false };
}

/** Whether both bounds are the same. For integers, "below 15" and "at most 14" are. */
function isSame(stated: Stated, bound: Bound, { type }: JsonSchema): boolean {
  const isWhole = type !== 'number';
  const step = stated.side === 'lower' ? 1 : -1;
  const first = (one: Bound): number => (one.inclusive || !isWhole ? one.value : one.value + step);
  return first(stated) === first(bound) && (isWhole || stated.inclusive === bound.inclusive);
}

function describe({ side, value, inclusive }: Omit<Stated, 'word'>): string {
  if (side === 'lower') return inclusive ? `at least ${value}` : `more than ${value}`;
  return inclusive ? `at most ${value}` : `less than ${value}`;
}
