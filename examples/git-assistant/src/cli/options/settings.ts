import { join } from 'node:path';
import { stylePresets } from '@toolwright/capabilities';
import { isMissing } from '@toolwright/capabilities/guard';
import { errorMessage } from '@toolwright/contract';
import { parse, type TomlTable } from 'smol-toml';
import { ToolwrightError } from 'toolwright';
import { readPlainFile } from '../../files/plain-file.js';
import { listNames } from '../../output/list-names.js';
import type { CliIo } from '../cli-io.js';
import { printable } from '../display/printable.js';
import { type CommonOptions, PROVIDERS } from './options.js';

/** The settings file of a repository, in its top folder. */
export const REPOSITORY_SETTINGS = '.git-assistant.toml';

type Setting = Exclude<keyof CommonOptions, 'repo' | 'json' | 'dryRun' | 'debug' | 'allowRun'>;

interface Rule {
  readonly option: Setting;
  readonly accepts: (value: unknown) => boolean;
  readonly expected: string;
}

const text = (option: Setting): Rule => ({
  option,
  accepts: (value) => typeof value === 'string' && value.trim() !== '',
  expected: 'a text',
});
const flag = (option: Setting): Rule => ({
  option,
  accepts: (value) => typeof value === 'boolean',
  expected: 'true or false',
});
const oneOf = (option: Setting, names: readonly string[]): Rule => ({
  option,
  accepts: (value) => names.some((name) => name === value),
  expected: `one of ${names.join(', ')}`,
});

/** Settings of style, the only ones that a repository may make. */
const STYLE: ReadonlyMap<string, Rule> = new Map([
  ['style', oneOf('style', Object.keys(stylePresets))],
  ['gitmoji', flag('gitmoji')],
]);
const ALL: ReadonlyMap<string, Rule> = new Map([
  ...STYLE,
  ['provider', oneOf('provider', PROVIDERS)],
  ['model', text('model')],
  ['fast_model', text('fastModel')],
  ['base_url', text('baseUrl')],
  ['instructions', text('instructions')],
  ['capabilities', text('capabilities')],
  ['critic', flag('critic')],
]);

/**
 * The user's settings for all repositories.
 * @throws ToolwrightError `USAGE` with the file and the mistake
 */
export async function readUserSettings(env: NodeJS.ProcessEnv): Promise<CommonOptions> {
  const file = userFile(env);
  const toml = await readPlainFile(file).catch((cause: unknown) => {
    if (isMissing(cause)) return undefined;
    throw wrong(file, `It cannot be read. ${errorMessage(cause)}`, cause);
  });
  if (toml === undefined) return {};
  const { settings, problems } = readSettings(toml, ALL);
  // Else the server would get the key of whichever provider has one.
  if (settings.baseUrl !== undefined && settings.provider === undefined)
    problems.push("'base_url' needs 'provider': say whose server it is.");
  const [problem] = problems;
  if (problem === undefined) return settings;
  throw wrong(file, problem);
}

function wrong(file: string, problem: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('USAGE', `${file}: ${problem}`, {
    blame: 'user',
    hint: 'Correct it, or take it out. Keys of providers belong in the environment.',
    cause,
  });
}

/** The settings of a repository. Other people write that file, so a mistake in it is only a warning, and only style is used. */
export function readRepositorySettings(toml: string, stderr: CliIo['stderr']): CommonOptions {
  const { settings, problems } = readSettings(toml, STYLE);
  for (const problem of problems) {
    stderr.write(printable(`Warning: ${REPOSITORY_SETTINGS}: ${problem} It is ignored.\n`));
  }
  return settings;
}

function userFile(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || env.USERPROFILE || '.', '.config');
  return join(base, 'git-assistant', 'settings.toml');
}

function readSettings(toml: string, rules: ReadonlyMap<string, Rule>) {
  const settings: Partial<Record<Setting, unknown>> = {};
  const problems: string[] = [];
  const foreign: string[] = [];
  for (const [key, value] of Object.entries(readTable(toml, problems))) {
    const rule = rules.get(key);
    if (rule === undefined) foreign.push(`'${key.slice(0, 40)}'`);
    else if (rule.accepts(value)) settings[rule.option] = value;
    else problems.push(`'${key}' must be ${rule.expected}.`);
  }
  if (foreign.length > 0) {
    const are = foreign.length === 1 ? 'is no setting' : 'are no settings';
    problems.push(`${listNames(foreign, 50)} ${are} here. There are: ${[...rules.keys()].join(', ')}.`);
  }
  // Each rule accepts only values of its option.
  return { settings: settings as CommonOptions, problems };
}

function readTable(toml: string, problems: string[]): TomlTable {
  try {
    return parse(toml);
  } catch (error) {
    const [reason = ''] = errorMessage(error).split('\n', 1);
    problems.push(`${reason}.`);
    return {};
  }
}
