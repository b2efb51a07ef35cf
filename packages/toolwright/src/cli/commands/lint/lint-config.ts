import type { Directory } from '@toolwright/codegen';
import { isRecord, shortenText } from '@toolwright/contract';
import { findPackage } from '../../project/find-package.js';
import { userError } from '../../user-error.js';

/** The values of `directories`. Declared here, because the library is loaded later. */
export const DIRECTORIES = ['anthropic', 'openai'] as const satisfies readonly Directory[];

export const FAIL_ON = ['error', 'warning', 'info', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The settings in `"toolwright": { "lint": … }` of a package.json. */
export interface LintConfig {
  readonly providers?: readonly string[];
  readonly budget?: { readonly tool?: number; readonly registry?: number };
  readonly failOn?: FailOn;
  readonly directories?: readonly Directory[];
}

/**
 * Reads the settings from the nearest package.json at or above a tsconfig or a folder. Empty if there are none.
 * @throws ToolwrightError `INVALID_CONFIG` if the file is not JSON, or for settings that do not exist or have the wrong type
 */
export function readLintConfig(project: string): LintConfig {
  const found = findPackage(project);
  const own = found?.content.toolwright;
  const settings = isRecord(own) ? own.lint : undefined;
  return found === undefined || settings === undefined ? {} : checked(settings, found.file);
}

type Check = (value: unknown) => boolean;

const isTokens: Check = (value) => typeof value === 'number' && Number.isInteger(value) && value > 0;
const isNames: Check = (value) => Array.isArray(value) && value.every((name) => typeof name === 'string');
const isDirectories: Check = (value) =>
  Array.isArray(value) && value.every((name) => DIRECTORIES.some((known) => known === name));
const isFailOn: Check = (value) => FAIL_ON.some((choice) => choice === value);

const SETTINGS: Readonly<Record<string, readonly [Check, string]>> = {
  providers: [isNames, 'a list of names'],
  budget: [isRecord, 'an object with `tool` and `registry`'],
  failOn: [isFailOn, `one of ${FAIL_ON.join(', ')}`],
  directories: [isDirectories, `a list of these: ${DIRECTORIES.join(', ')}`],
};
const BUDGET: typeof SETTINGS = {
  tool: [isTokens, 'a positive whole number'],
  registry: [isTokens, 'a positive whole number'],
};

function checked(settings: unknown, file: string): LintConfig {
  if (!isRecord(settings)) throw invalid('toolwright.lint', settings, 'an object', file);
  checkMembers(settings, SETTINGS, 'toolwright.lint', file);
  if (isRecord(settings.budget)) checkMembers(settings.budget, BUDGET, 'toolwright.lint.budget', file);
  // All members were checked.
  return settings as LintConfig;
}

function checkMembers(
  settings: Readonly<Record<string, unknown>>,
  known: typeof SETTINGS,
  where: string,
  file: string,
): void {
  for (const [name, value] of Object.entries(settings)) {
    const [check, expected] = (Object.hasOwn(known, name) && known[name]) || [];
    if (check === undefined) {
      const names = Object.keys(known).join(', ');
      throw userError(
        'INVALID_CONFIG',
        `${file}: ${where} has an unknown member ${shown(name)}.`,
        `The known members are ${names}.`,
      );
    }
    if (!check(value)) throw invalid(`${where}.${name}`, value, expected ?? '', file);
  }
}

function invalid(where: string, value: unknown, expected: string, file: string): Error {
  return userError('INVALID_CONFIG', `${file}: ${where} is ${shown(value)}.`, `It must be ${expected}.`);
}

function shown(value: unknown): string {
  return shortenText(JSON.stringify(value), 80);
}
