import { errorMessage, shortenText, type ToolwrightError } from '@toolwright/contract';
import { parse, TomlError, type TomlTable } from 'smol-toml';
import type { Capability } from './capability.js';
import { findKeyLine } from './find-key-line.js';
import { invalidConfig } from './invalid-config.js';

const KEYS = ['name', 'description', 'task_prompt', 'output_type'] as const;
/** The maximum length in characters. A longer prompt would leave no room for the task. */
const MAX_LENGTH = 100_000;
/** The maximum number of characters that an error shows of a key or value. */
const MAX_SHOWN = 60;
type Key = (typeof KEYS)[number];

/**
 * Parses one capability, which has exactly the four strings `name`, `description`, `task_prompt` and `output_type`.
 * @param file the file name in error messages, which start with `file:line`
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function parseCapability(toml: string, file: string): Capability {
  const table = readTable(toml, file);
  const unknown = Object.keys(table).find((key) => !KEYS.some((known) => known === key));
  if (unknown !== undefined) throw unknownKey(unknown, toml, file);
  const text = (key: Key): string => {
    const value = table[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    throw value === undefined ? missingKey(key, file) : wrongValue(key, value, toml, file);
  };
  const name = text('name');
  if (!/^[a-z][\w-]*$/i.test(name)) throw wrongName(name, toml, file);
  return {
    name,
    description: text('description'),
    taskPrompt: text('task_prompt'),
    outputType: text('output_type'),
    file,
  };
}

function readTable(toml: string, file: string): TomlTable {
  if (toml.length > MAX_LENGTH) {
    throw invalidConfig(
      `${file}: a capability can have at most ${MAX_LENGTH} characters; this one has ${toml.length}.`,
      'Shorten the file, because its content becomes part of the prompt.',
    );
  }
  try {
    return parse(toml);
  } catch (error) {
    const place = error instanceof TomlError ? `:${error.line}:${error.column}` : '';
    const [reason = ''] = errorMessage(error).split('\n', 1);
    throw invalidConfig(`${file}${place}: ${reason}.`, 'Correct the TOML.', error);
  }
}

function unknownKey(key: string, toml: string, file: string): ToolwrightError {
  return invalidConfig(
    `${file}:${findKeyLine(toml, key)}: '${shortenText(key, MAX_SHOWN)}' is not a key of a capability. The keys are ${KEYS.join(', ')}.`,
    'Correct or remove the key.',
  );
}

function missingKey(key: Key, file: string): ToolwrightError {
  return invalidConfig(`${file}:1: '${key}' is missing.`, `Add ${key} = "…".`);
}

function wrongValue(key: Key, value: unknown, toml: string, file: string): ToolwrightError {
  const got = typeof value === 'string' ? 'empty' : shortenText(JSON.stringify(value), MAX_SHOWN);
  return invalidConfig(
    `${file}:${findKeyLine(toml, key)}: '${key}' must be a non-empty string; it is ${got}.`,
    `Write ${key} = "…".`,
  );
}

function wrongName(name: string, toml: string, file: string): ToolwrightError {
  return invalidConfig(
    `${file}:${findKeyLine(toml, 'name')}: the name ${shortenText(JSON.stringify(name), MAX_SHOWN)} must start with a letter and contain only letters, digits, '_' and '-'.`,
    'Choose a name like release_notes.',
  );
}
