import { shown } from '@toolwright/program/compiler';
import type { SchemaPart } from '../schema-parts.js';
import { wordsOf } from '../words.js';

/** The units at the end of names, grouped by quantity. Excludes single letters, which are ambiguous. */
const UNITS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  time: [
    ['nanoseconds', 'nanosecond', 'nanos', 'ns'],
    ['microseconds', 'microsecond', 'micros'],
    ['milliseconds', 'millisecond', 'millis', 'ms'],
    ['seconds', 'second', 'secs', 'sec'],
    ['minutes', 'minute', 'mins'],
    ['hours', 'hour', 'hrs'],
    ['days', 'day'],
    ['weeks', 'week'],
    ['months', 'month'],
    ['years', 'year'],
  ],
  size: [
    ['bits', 'bit'],
    ['bytes', 'byte'],
    ['kilobytes', 'kilobyte', 'kb', 'kib'],
    ['megabytes', 'megabyte', 'mb', 'mib'],
    ['gigabytes', 'gigabyte', 'gb', 'gib'],
  ],
  length: [
    ['millimeters', 'millimetres', 'mm'],
    ['centimeters', 'centimetres', 'cm'],
    ['meters', 'metres'],
    ['kilometers', 'kilometres', 'km'],
    ['inches'],
    ['feet'],
    ['miles'],
  ],
  temperature: [['celsius'], ['fahrenheit'], ['kelvin']],
  angle: [['degrees'], ['radians']],
  money: [['cents'], ['dollars'], ['euros']],
};

interface Unit {
  readonly measure: string;
  /** The words for the unit. Messages use the first word. */
  readonly words: readonly string[];
}

const BY_WORD: ReadonlyMap<string, Unit> = new Map(
  Object.entries(UNITS).flatMap(([measure, units]) =>
    units.flatMap((words) => words.map((word) => [word, { measure, words }] as const)),
  ),
);

export function isUnit(word: string): boolean {
  return BY_WORD.has(word.toLowerCase());
}

function unitOf(name: string): Unit | undefined {
  return BY_WORD.get(wordsOf(name).at(-1) ?? '');
}

const IN_UNIT = /(?<!\bnot )\bin ([a-z]{2,20})\b/giu;
const EPOCH =
  /\b(?:unix|epoch) (?:time(?:stamp)?|seconds|milliseconds)\b|\bmilliseconds since\b|\bseconds since\b/iu;

/** Finds a unit in the text that contradicts the name, or an epoch number where the schema takes a date as a string. */
export function findOtherUnit(text: string, { name = '', schema }: SchemaPart): string | undefined {
  const isDate = schema.type === 'string' && /^date(?:-time)?$/.test(schema.format ?? '');
  const epoch = isDate ? EPOCH.exec(text)?.[0] : undefined;
  if (epoch !== undefined)
    return `The text says ${shown(epoch)}; the schema takes a string in the format ${shown(schema.format ?? '')}.`;
  const unit = unitOf(name);
  if (unit === undefined) return undefined;
  const stated = [...text.matchAll(IN_UNIT)].flatMap(
    ([, word = '']) => BY_WORD.get(word.toLowerCase()) ?? [],
  );
  const others = stated.filter(({ measure }) => measure === unit.measure);
  const [other] = others;
  if (other === undefined || others.some(({ words }) => words === unit.words)) return undefined;
  return `The name ${shown(name)} says ${unit.words[0]}; the text says ${other.words[0]}.`;
}
