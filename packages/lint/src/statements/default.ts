import type { JsonValue } from '@toolwright/contract';
import { shown } from '@toolwright/program/compiler';
import type { SchemaPart } from '../schema-parts.js';
import { END, NUMBER, numberOf, START } from './clause.js';
import { literalsOf } from './literals.js';

const STATED = new RegExp(
  `${START}(?:defaults? (?:to|is|=)|(?:the )?default(?: value)?(?: is|:| =|=)?|by default,?) ?` +
    `(?:"([^"]{0,200})"|'([^']{0,200})'|\`([^\`]{0,200})\`|(${NUMBER}|[\\w-]{1,64}))${END}`,
  'giu',
);

/** Finds a default in the text that contradicts the schema. */
export function findOtherDefault(text: string, { schema, required }: SchemaPart): string | undefined {
  for (const [, double, single, code, bare] of text.matchAll(STATED)) {
    const quoted = double ?? single;
    const value = quoted ?? readWord(code ?? bare ?? '', code !== undefined, literalsOf(schema));
    if (value === undefined) continue;
    const says = `The text says that the default is ${shown(String(value))}`;
    if (schema.default === undefined) {
      // If the schema has no default, the code may still have one for an optional parameter.
      if (required === true) return `${says}, but the parameter is required.`;
    } else if (!isSame(value, schema.default)) {
      return `${says}; the schema says ${shown(JSON.stringify(schema.default))}.`;
    }
  }
  return undefined;
}

/** Reads words as values only if they are unambiguous: numbers, `true`, `false`, `null`, and literals of the type. */
function readWord(word: string, isCode: boolean, literals: ReadonlySet<JsonValue>): JsonValue | undefined {
  if (new RegExp(`^${NUMBER}$`).test(word)) return numberOf(word);
  if (/^(?:true|false|null)$/i.test(word)) return JSON.parse(word.toLowerCase());
  if (literals.has(word)) return word;
  // A name in backticks may be the name of a constant.
  return isCode && /^[a-z]/.test(word) && literals.size > 0 ? word : undefined;
}

function isSame(stated: JsonValue, value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null) return true;
  return String(stated).toLowerCase() === String(value).toLowerCase() || sameNumber(stated, value);
}

function sameNumber(stated: JsonValue, value: JsonValue): boolean {
  return typeof value === 'number' && typeof stated === 'string' && Number(stated) === value;
}
