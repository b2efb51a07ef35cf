import { type Language, languageOf, languageOfLengths } from './pattern-language.js';
import type { TextShape } from './shape.js';

/** Returns strings that may have a shape, with lengths near its bounds and near the bounds of other shapes. */
export function sampleTexts(shape: TextShape, others: readonly TextShape[]): readonly string[] {
  const lengths = lengthsOf(shape, others);
  const texts = [...formatted(shape, lengths), ...matching(shape, lengths)];
  if (shape.patterns.size === 0) texts.push(...lengths.map((length) => 'a'.repeat(length)), ...ODD_TEXTS);
  return [...new Set(texts)];
}

const ODD_TEXTS = ['x', '0', ' ', 'A b', 'é', '💡', '{}'];
const MAX_LENGTH = 10_000;

function lengthsOf(shape: TextShape, others: readonly TextShape[]): readonly number[] {
  const { min, max } = shape.range;
  const near = [shape, ...others].flatMap(({ range }) => [
    range.min,
    range.min - 1,
    range.max,
    range.max + 1,
  ]);
  return [...new Set([...near, 1, 2])].filter(
    (length) => Number.isFinite(length) && length >= min && length <= max && length <= MAX_LENGTH,
  );
}

/** Functions that create an example of each format that tools use. `more` makes the example longer. */
const FORMATS: Readonly<Record<string, (more: string) => string>> = {
  date: () => '2026-01-31',
  time: () => '12:30:00Z',
  'date-time': () => '2026-01-31T12:30:00Z',
  'iso-time': () => '12:30:00',
  'iso-date-time': () => '2026-01-31T12:30:00',
  duration: () => 'P1D',
  uri: (more) => `https://a.example/${more}`,
  url: (more) => `https://a.example/${more}`,
  'uri-reference': (more) => more,
  'uri-template': (more) => more,
  iri: (more) => `https://a.example/${more}`,
  'iri-reference': (more) => more,
  email: (more) => `a${more.slice(0, 60)}@example.com`,
  'idn-email': (more) => `a${more}@example.com`,
  hostname: (more) => `a${more.slice(0, 60)}.example`,
  ipv4: () => '127.0.0.1',
  ipv6: () => '::1',
  regex: (more) => `a${more}`,
  uuid: () => '123e4567-e89b-42d3-a456-426614174000',
  'json-pointer': (more) => `/${more}`,
  'json-pointer-uri-fragment': (more) => `#/${more}`,
  'relative-json-pointer': (more) => `0/${more}`,
  byte: () => 'AAAA',
};

function formatted({ formats }: TextShape, lengths: readonly number[]): string[] {
  return [...formats].flatMap((format) => {
    const create = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    if (create === undefined) return [];
    const shortest = create('').length;
    return [0, ...lengths.map((length) => Math.max(0, length - shortest))].map((more) =>
      create('a'.repeat(more)),
    );
  });
}

function matching({ patterns }: TextShape, lengths: readonly number[]): string[] {
  if (patterns.size === 0) return [];
  const all = [...patterns].reduce<Language | undefined>((before, pattern) => {
    const language = languageOf(pattern);
    return before === undefined || language === undefined
      ? (language ?? before)
      : (before.and(language) ?? before);
  }, undefined);
  if (all === undefined) return GUESSES.slice();
  const long = lengths.flatMap((length) => {
    const exact = languageOfLengths(length, length);
    return (exact && all.and(exact)?.texts()) ?? [];
  });
  return [...all.texts(), ...long];
}

/** Candidates for patterns that automata do not support. */
const GUESSES = ['a', 'A', '0', 'ab', 'a1', 'x-1', 'a@b.c', 'aaaaaaaa', 'Aa1!aaaa', 'foo'];
