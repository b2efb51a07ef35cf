import type { JsonValue } from '@toolwright/contract';
import { makeType } from './make-type.test.support.js';
import type { Random } from './random.test.support.js';
import type { RandomType, TypeScope } from './random-type.test.support.js';
import { spoil } from './spoil.test.support.js';

/** A file with random types as users write them, and the values to judge. */
export interface TypeFile {
  readonly name: string;
  readonly text: string;
  readonly types: readonly WrittenType[];
  /** The declarations as the compiler sees them when it judges. */
  readonly judged: readonly string[];
  /** The line before the first value in the judged file. */
  readonly firstSample: number;
  /** The declarations that a type mentions. */
  declarationsOf(text: string): string;
}

export interface WrittenType {
  readonly name: string;
  readonly text: string;
  readonly samples: readonly { readonly value: JsonValue; readonly line: number }[];
}

const DEPTH = 3;
const SPOILED = 10;

/** Writes random types into a file. */
export function writeTypes(name: string, count: number, random: Random): TypeFile {
  const declared: Declared[] = [];
  const scope: TypeScope = {
    random,
    declare: (write, asJson = write) => {
      const own = `N${declared.length}`;
      declared.push({ name: own, text: write(own), judged: asJson(own) });
      return own;
    },
  };
  const types = Array.from({ length: count }, () => {
    const { text, values } = makeType(scope, DEPTH);
    return { text, values: withSpoiled(values, random) };
  });
  return writeFile(name, types, declared);
}

interface Declared {
  readonly name: string;
  readonly text: string;
  readonly judged: string;
}

export function writeFile(
  name: string,
  made: readonly RandomType[],
  declared: readonly Declared[],
): TypeFile {
  const named = made.map((type, index) => ({ ...type, name: `T${name.replace(/\D/g, '')}x${index}` }));
  const strings = new Set(made.flatMap(({ values }) => values.flatMap(stringsIn)));
  const types = named.map((type) => `export type ${type.name} = ${type.text};`);
  const judged = [...preamble([...strings]), ...declared.map((one) => one.judged), ...types].map((line) =>
    line.replaceAll(/(?<!\$\{)\bbigint\b/g, 'BigIntText').replaceAll('\n', ' '),
  );
  let line = judged.length;
  return {
    name,
    text: [...declared.map(({ text }) => text), ...types.map((type) => `/** @schema */\n${type}`)].join('\n'),
    judged,
    firstSample: line,
    types: named.map(({ values, ...type }) => {
      const samples = values.map((value) => {
        line += 1;
        return { value, line };
      });
      return { name: type.name, text: type.text, samples };
    }),
    declarationsOf: (text) => mentioned(text, declared).join('\n'),
  };
}

/** The declarations that a text needs. */
function mentioned(text: string, declared: readonly Declared[]): string[] {
  const found = new Set<string>();
  const look = (inside: string): void => {
    for (const [name] of inside.matchAll(/\bN\d+\b/g)) {
      const declaration = declared.find((one) => one.name === name)?.text;
      if (declaration === undefined || found.has(declaration)) continue;
      found.add(declaration);
      look(declaration);
    }
  };
  look(text);
  return [...found];
}

/** The file that the compiler judges: declarations, then one value on each line. */
export function asJudged({ judged, types }: TypeFile): string {
  const samples = types.flatMap(({ name, samples: values }) =>
    values.map(({ value, line }) => `const v${line}: ${name} = ${JSON.stringify(value)};`),
  );
  return [...judged, ...samples].join('\n');
}

function withSpoiled(values: readonly JsonValue[], random: Random): JsonValue[] {
  const spoiled = Array.from({ length: SPOILED }, () =>
    spoil(random.pick(values.length > 0 ? values : [null]), random),
  );
  const known = new Map([...values, ...spoiled].map((value) => [JSON.stringify(value), value]));
  return [...known.values()];
}

/** Built-ins as JSON: the texts among these that are one. Types of the same name hide those of the library. */
function preamble(strings: readonly string[]): string[] {
  const oneOf = (fits: (text: string) => boolean): string =>
    strings
      .filter(fits)
      .map((text) => JSON.stringify(text))
      .join(' | ') || 'never';
  return [
    'export {};',
    `type Date = ${oneOf((text) => text === '2026-02-03T04:05:06Z')};`,
    `type URL = ${oneOf((text) => /^[a-z][a-z\d+.-]*:./i.test(text))};`,
    `type BigIntText = ${oneOf((text) => /^-?\d+$/.test(text) && String(BigInt(text)) === text)};`,
    'type Uint8Array = string;',
    'type Set<T> = T[];',
    'type ReadonlySet<T> = T[];',
    'type Map<K, V> = [K] extends [string] ? ({} extends Record<K, V> ? Record<K, V> : [K, V][]) : [K, V][];',
  ];
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
