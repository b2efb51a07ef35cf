import { ToolwrightError } from './errors.js';
import { isRecord } from './is-record.js';
import { isSecretName } from './secret-names.js';
import { isPlainObject, shortenText } from './text.js';
import { suggestName } from './unknown-name.js';

/** What an option takes, in the words of the message that refuses another value. */
const KINDS = {
  'a string': (value: unknown) => typeof value === 'string',
  'a number': (value: unknown) => typeof value === 'number',
  'true or false': (value: unknown) => typeof value === 'boolean',
  'a function': (value: unknown) => typeof value === 'function',
  'a list': Array.isArray,
  'an object': isRecord,
  anything: () => true,
} as const satisfies Record<string, (value: unknown) => boolean>;

type Kind = keyof typeof KINDS;

/** The options that a function takes, each with its kind. */
export type OptionTable = Readonly<Record<string, Kind>>;

/** The words of a text, as a union. */
type Words<Text, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text;

type KeysOf<Options> = Options extends unknown ? keyof Options : never;

/** Refuses a table that lacks an option of the type, or has one that the type lacks. */
type Fits<Known, Listed> = [Known] extends [Listed]
  ? [Listed] extends [Known]
    ? unknown
    : { readonly unknown: Exclude<Listed, Known> }
  : { readonly missing: Exclude<Known, Listed> };

/**
 * The options of a type, as names by kind: `optionsOf<Named>()({ 'a string': 'name title', anything: 'value' })`. The compiler
 * refuses a list that differs from the members of the type.
 */
export function optionsOf<Options>() {
  return <const Given extends Partial<Record<Kind, string>>>(
    names: Given & Fits<KeysOf<Options>, Words<Given[keyof Given]>>,
  ): OptionTable => {
    const pairs = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
      (names[kind]?.split(' ') ?? []).map((name) => [name, kind] as const),
    );
    return Object.fromEntries(pairs);
  };
}

/**
 * The one check of options from plain JavaScript: refuses unknown names, which would be ignored, and values of another kind. Members
 * that are undefined are absent. An instance of a class may have members of its own.
 * @param name of the function or class that takes the options
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function checkOptions(given: unknown, table: OptionTable, name: string): void {
  if (given === undefined) return;
  if (!isRecord(given))
    throw invalid(`The options of '${name}' are ${describeValue(given)}.`, 'Pass an object.');
  const isPlain = isPlainObject(given);
  for (const option of Object.keys(given)) {
    const value = given[option];
    if (value === undefined) continue;
    const kind = Object.hasOwn(table, option) ? table[option] : undefined;
    if (kind === undefined) {
      if (isPlain) throw unknownOption(option, Object.keys(table), name);
    } else if (!KINDS[kind](value)) {
      const shown = isSecretName(option) ? 'of another kind' : describeValue(value);
      throw invalid(
        `'${option}' of '${name}' is ${shown}.`,
        `Give ${kind}, or leave it out if it is optional.`,
      );
    }
  }
}

/** The error for a member that does not exist, with the nearest that does. */
export function unknownOption(option: string, names: readonly string[], name: string): ToolwrightError {
  return invalid(`'${name}' has no option '${shortenText(option, 100)}'.`, suggestName(option, names));
}

/** A value in a message: a text in quotes, a number as it is, and what else it is in words. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `'${shortenText(value, 100)}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

function invalid(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint });
}
