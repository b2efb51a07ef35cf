import { ToolwrightError } from './errors.js';
import { isRecord } from './is-record.js';
import { isSecretName } from './secret-names.js';
import { isPlainObject, shortenText } from './text.js';
import { suggestName } from './unknown-name.js';

/** The types of option values, by their names in error messages. */
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

/** The options of a function, each with the type of its value. */
export type OptionTable = Readonly<Record<string, Kind>>;

/** The words of a string type, as a union. */
type Words<Text, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text;

type KeysOf<Options> = Options extends unknown ? keyof Options : never;

/** Rejects a table that lacks an option of the type or has an additional option. */
type Fits<Known, Listed> = [Known] extends [Listed]
  ? [Listed] extends [Known]
    ? unknown
    : { readonly unknown: Exclude<Listed, Known> }
  : { readonly missing: Exclude<Known, Listed> };

/**
 * Lists the options of a type, by the type of their values: `optionsOf<Named>()({ 'a string': 'name title', anything: 'value' })`. The
 * compiler rejects a list that differs from the members of the type.
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
 * Checks options from plain JavaScript: refuses unknown names, which would be ignored, and values of the wrong type. Undefined members
 * count as absent. Class instances may have additional members. @param name The function or class that takes the options.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function checkOptions(given: unknown, table: OptionTable, name: string): void {
  if (given === undefined) return;
  if (!isRecord(given))
    throw invalid(
      `The options of '${name}' must be an object, not ${describeValue(given)}.`,
      'Pass an object.',
    );
  const isPlain = isPlainObject(given);
  for (const option of Object.keys(given)) {
    const value = given[option];
    if (value === undefined) continue;
    const kind = Object.hasOwn(table, option) ? table[option] : undefined;
    if (kind === undefined) {
      if (isPlain) throw unknownOption(option, Object.keys(table), name);
    } else if (!KINDS[kind](value)) {
      const shown = isSecretName(option) ? 'of a different type' : describeValue(value);
      throw invalid(`'${option}' of '${name}' is ${shown}.`, `Pass ${kind}, or omit it if it is optional.`);
    }
  }
}

/** Creates the error for an unknown option, with the nearest known name. */
export function unknownOption(option: string, names: readonly string[], name: string): ToolwrightError {
  return invalid(`'${name}' has no option '${shortenText(option, 100)}'.`, suggestName(option, names));
}

/** Describes a value for a message: a string in quotes, a number unchanged, most other values by type. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `'${shortenText(value, 100)}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

function invalid(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint });
}
