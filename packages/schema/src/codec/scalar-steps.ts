import { types } from 'node:util';
import type { ScalarPlan } from '@toolwright/contract';
import { isUrl } from '../shape/instances.js';
import { dateSteps, dateTimeSteps } from './date-steps.js';
import type { Steps } from './trail.js';

/** The steps of an object that travels as one string. */
export function scalarSteps({ kind, format }: ScalarPlan): Steps {
  return kind === 'date' && format === 'date' ? dateSteps : steps[kind];
}

const url: Steps = {
  decode: (value, trail) =>
    typeof value === 'string' && URL.canParse(value)
      ? new URL(value)
      : trail.refuse('an absolute URL, such as "https://example.com/page"', value),
  encode: (value, trail) => (isUrl(value) ? value.href : trail.refuse('a URL', value)),
};

/** Decimal digits: a JSON number would lose those beyond 2⁵³. */
const bigint: Steps = {
  decode: (value, trail) =>
    typeof value === 'string' && /^(?:0|-?[1-9]\d*)$/.test(value)
      ? BigInt(value)
      : trail.refuse('a whole number in decimal digits as a string, such as "42"', value),
  encode: (value, trail) => (typeof value === 'bigint' ? String(value) : trail.refuse('a bigint', value)),
};

/**
 * Base64 with padding, in the one form that encoding gives: other spellings of the same bytes are refused, not corrected. In
 * memory a `Buffer`, which is a `Uint8Array`, with memory of its own: `.buffer` holds these bytes and nothing else.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
const bytes: Steps = {
  decode: (value, trail) => {
    const decoded = typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
    if (decoded === undefined || decoded.toString('base64') !== value) {
      return trail.refuse('base64 with padding, such as "aGVsbG8="', value);
    }
    const own = Buffer.from(new ArrayBuffer(decoded.length));
    own.set(decoded);
    return own;
  },
  encode: (value, trail) =>
    types.isUint8Array(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
      : trail.refuse('a Uint8Array', value),
};

/** Flags that say how a search goes on or what it reports, not what matches; `u` is what the wire form means anyway. */
const HARMLESS_FLAGS = /^[dgyu]*$/;

/**
 * The source, in Unicode mode as JSON Schema's format `regex` has it, so that decoding gives the flag `u`. Flags do not travel:
 * `d`, `g` and `y` are left behind, those that change what matches are refused.
 */
const regexp: Steps = {
  decode: (value, trail) =>
    (typeof value === 'string' ? toRegExp(value) : undefined) ??
    trail.refuse('a regular expression without slashes or flags, valid in Unicode mode', value),
  encode: (value, trail) => {
    if (!types.isRegExp(value)) return trail.refuse('a RegExp', value);
    if (!HARMLESS_FLAGS.test(value.flags)) {
      return trail.refuse(`a RegExp without the flags i, m, s and v, which do not travel`, value, `${value}`);
    }
    return toRegExp(value.source) === undefined
      ? trail.refuse('a RegExp that is valid with the flag u', value, `${value}`)
      : value.source;
  },
};

const steps: Readonly<Record<ScalarPlan['kind'], Steps>> = {
  date: dateTimeSteps,
  url,
  bigint,
  bytes,
  regexp,
};

function toRegExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    // The caller says what is expected; the engine's message only repeats the source.
    return undefined;
  }
}
