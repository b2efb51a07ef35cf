import { type JsonSchema, toBase64 } from '@toolwright/contract';
import type { Conjunction } from './conjunction.js';
import { type FastCheck, fastCheck } from './fast-check.js';
import { notGenerated, type Place } from './only-fitting.js';

/**
 * Creates texts with the length, the pattern or the format of the schemas. The caller checks the rest.
 * @throws ToolwrightError `UNSUPPORTED` for a pattern from which no texts can be generated
 */
export function textArbitrary(all: Conjunction, place: Place): FastCheck.Arbitrary<string> {
  const fc = fastCheck();
  const minLength = Math.max(0, ...all.flatMap(({ minLength: least }) => least ?? []));
  const maxLength = Math.min(minLength + 40, ...all.flatMap(({ maxLength: most }) => most ?? []));
  const pattern = all.find((schema) => schema.pattern !== undefined)?.pattern;
  if (pattern !== undefined) return patternArbitrary(pattern, minLength, place);
  const format = all.find(
    (schema) => schema.format !== undefined && Object.hasOwn(FORMATS, schema.format),
  )?.format;
  if (format !== undefined) return FORMATS[format]?.(fc) ?? fc.string();
  if (all.some(({ contentEncoding }) => contentEncoding === 'base64')) return base64(fc);
  // The length of a schema is in code points.
  return fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.max(minLength, maxLength) });
}

function patternArbitrary(pattern: string, minLength: number, place: Place): FastCheck.Arbitrary<string> {
  try {
    // Without its own 'maxLength', which it checks without end.
    return fastCheck().stringMatching(new RegExp(pattern, 'u'), { size: minLength > 5 ? 'medium' : 'small' });
  } catch {
    throw notGenerated(
      place,
      `the pattern ${pattern} has a lookaround, a word boundary, a back reference or a syntax error`,
    );
  }
}

type CreateText = (fc: typeof FastCheck) => FastCheck.Arbitrary<string>;

/** Canonical, unlike `fc.base64String`, whose last letter may carry bits that no byte has. */
function base64(fc: typeof FastCheck): FastCheck.Arbitrary<string> {
  return fc.uint8Array({ maxLength: 30 }).map(toBase64);
}

const dateTime: CreateText = (fc) =>
  fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString());

const pointer: CreateText = (fc) =>
  fc
    .array(fc.stringMatching(/^[a-z]{1,5}$/u), { maxLength: 3 })
    .map((parts) => parts.map((part) => `/${part}`).join(''));

/** Texts of the formats that our validators check, and of those that others write. */
const FORMATS: Readonly<Record<string, CreateText>> = {
  'date-time': dateTime,
  date: (fc) => dateTime(fc).map((text) => text.slice(0, 10)),
  time: (fc) => dateTime(fc).map((text) => `${text.slice(11, 19)}Z`),
  duration: (fc) => fc.tuple(fc.nat(99), fc.nat(59)).map(([days, minutes]) => `P${days}DT${minutes}M`),
  email: (fc) =>
    fc
      .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/u), fc.stringMatching(/^[a-z]{2,8}$/u))
      .map(([name, host]) => `${name}@${host}.example`),
  hostname: (fc) => fc.stringMatching(/^[a-z]{1,10}$/u).map((name) => `${name}.example`),
  ipv4: (fc) => fc.ipV4(),
  ipv6: (fc) => fc.ipV6(),
  uri: (fc) => fc.webUrl({ withQueryParameters: true }),
  url: (fc) => fc.webUrl(),
  'uri-reference': (fc) => fc.webPath(),
  uuid: (fc) => fc.uuid(),
  regex: (fc) => fc.constantFrom('^a+$', '[0-9]{2,4}', '\\d+|\\w*'),
  'json-pointer': (fc) => pointer(fc),
  'json-pointer-uri-fragment': (fc) => pointer(fc).map((text) => `#${text}`),
  'relative-json-pointer': (fc) => fc.tuple(fc.nat(9), pointer(fc)).map(([up, text]) => `${up}${text}`),
  'uri-template': (fc) => fc.webPath().map((path) => `${path}/{id}`),
  'iso-time': (fc) => dateTime(fc).map((text) => text.slice(11)),
  'iso-date-time': dateTime,
  byte: base64,
  int64: (fc) => fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
};

export function hasFormat({ format }: JsonSchema): boolean {
  return format !== undefined && Object.hasOwn(FORMATS, format);
}
