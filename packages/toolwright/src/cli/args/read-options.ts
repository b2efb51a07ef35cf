import { parseArgs } from 'node:util';
import { formatCount, nearestName } from '@toolwright/contract';
import type { Command } from './command.js';
import { GLOBAL_OPTIONS, type ParsedOption, parseFlags } from './option-flags.js';
import { UsageError } from './usage-error.js';

/** The parsed words after a command. */
export interface ReadOptions {
  readonly options: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
}

/**
 * Parses the words after a command.
 * @param path the command, e.g. `toolwright mcp lock`
 * @returns `help` or `version` if a word requests it
 * @throws UsageError for words that the command does not accept
 */
export function readOptions(
  command: Command,
  path: string,
  args: readonly string[],
): ReadOptions | 'help' | 'version' {
  const known = [...(command.options ?? []), ...GLOBAL_OPTIONS].map(parseFlags);
  const given = parseWords(known, args);
  // Help about a command that does not exist would look like help about it.
  if (command.run === undefined && given.words[0] !== undefined)
    throw unknownCommand(given.words[0], command);
  if (given.options.has('help')) return 'help';
  if (given.options.has('version')) return 'version';
  const options = optionValues(known, given);
  checkConflicts(known, given);
  if (given.unknown !== undefined) throw unknownOption(given.unknown, known);
  checkWords(command, path, given.words);
  return { options, words: given.words };
}

function optionValues(known: readonly ParsedOption[], given: GivenWords): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const option of known) {
    const { name, key, takes, settings } = option;
    const values = given.options.get(name);
    if (values !== undefined) options[key] = givenValue(option, values);
    else if (settings.default !== undefined) options[key] = settings.default;
    else if (takes === 'nothing' && name.startsWith('no-')) options[key] = true;
    else if (settings.isRequired) throw new UsageError(`required option '${option.flags}' not specified`);
  }
  return options;
}

function checkConflicts(known: readonly ParsedOption[], given: GivenWords): void {
  for (const { name, flags, settings } of known) {
    const other = settings.conflicts?.find((one) => given.options.has(one));
    if (!given.options.has(name) || other === undefined) continue;
    const otherFlags = known.find((one) => one.name === other)?.flags;
    throw new UsageError(`option '${flags}' cannot be used with option '${otherFlags}'`);
  }
}

interface GivenWords {
  /** The values of each option, by option name and in order; undefined for a missing value. */
  readonly options: ReadonlyMap<string, readonly (string | undefined)[]>;
  readonly words: readonly string[];
  /** The first option that the command does not define. */
  readonly unknown: string | undefined;
}

function parseWords(known: readonly ParsedOption[], args: readonly string[]): GivenWords {
  const byName = new Map<string, ParsedOption>();
  for (const option of known) {
    byName.set(option.name, option);
    if (option.settings.alias !== undefined) byName.set(option.settings.alias, option);
  }
  const options = new Map<string, (string | undefined)[]>();
  const words: string[] = [];
  let unknown: string | undefined;
  // The values of the last option, if it takes all words that follow.
  let open: (string | undefined)[] | undefined;
  for (const token of tokensOf(byName, args)) {
    if (token.kind === 'positional') {
      (open ?? words).push(token.value);
      continue;
    }
    open = undefined;
    if (token.kind === 'option-terminator') continue;
    const option = byName.get(token.name);
    if (option === undefined || (option.takes === 'nothing' && token.inlineValue)) {
      unknown ??= token.inlineValue ? `${token.rawName}=${token.value}` : token.rawName;
      continue;
    }
    const values = options.get(option.name) ?? [];
    values.push(token.value);
    options.set(option.name, values);
    if (option.takes === 'values') open = values;
  }
  return { options, words, unknown };
}

function tokensOf(byName: ReadonlyMap<string, ParsedOption>, args: readonly string[]) {
  const options = Object.fromEntries(
    [...byName].map(([name, { takes, short }]) => {
      const type = takes === 'nothing' ? ('boolean' as const) : ('string' as const);
      return [name, short === undefined ? { type } : { type, short }];
    }),
  );
  return parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens;
}

function givenValue(option: ParsedOption, values: readonly (string | undefined)[]): unknown {
  const { takes, name, flags, settings } = option;
  if (takes === 'nothing') return !name.startsWith('no-');
  const isList = takes === 'values' && settings.choices !== undefined;
  const given = isList ? values.flatMap((value) => value?.split(',')) : values;
  const read = given.map((value) => {
    if (value === undefined) throw new UsageError(`option '${flags}' argument missing`);
    return readValue(option, value);
  });
  return takes === 'values' || Array.isArray(settings.default) ? read : read.at(-1);
}

function readValue({ flags, settings: { choices, parse } }: ParsedOption, value: string): unknown {
  const refuse = (why: string) => new UsageError(`option '${flags}' argument '${value}' is invalid. ${why}`);
  if (choices?.includes(value) === false) {
    throw refuse(`Allowed choices are ${choices.join(', ')}.`);
  }
  try {
    return parse === undefined ? value : parse(value);
  } catch (error) {
    throw error instanceof UsageError ? refuse(error.message) : error;
  }
}

function unknownOption(given: string, known: readonly ParsedOption[]): UsageError {
  const names = given.startsWith('--') ? known.map(({ name }) => `--${name}`) : [];
  return new UsageError(`unknown option '${given}'${suggestion(given, names)}`);
}

function unknownCommand(name: string, { commands = {} }: Command): UsageError {
  return new UsageError(`unknown command '${name}'${suggestion(name, [...Object.keys(commands), 'help'])}`);
}

function checkWords({ parameters = [] }: Command, path: string, words: readonly string[]): void {
  const missing = parameters[words.length]?.[0];
  if (missing?.startsWith('<')) {
    throw new UsageError(`missing required argument '${missing.replace(/[<>.]/g, '')}'`);
  }
  if (words.length <= parameters.length || parameters.at(-1)?.[0].includes('...')) return;
  const name = path.slice(path.lastIndexOf(' ') + 1);
  const expected = formatCount(parameters.length, 'argument');
  throw new UsageError(`too many arguments for '${name}'. Expected ${expected} but got ${words.length}.`);
}

/** Returns a suggestion on a separate line, or an empty string. */
function suggestion(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : `\n(Did you mean ${nearest}?)`;
}
