import { errorMessage, isRecord, shortenText, suggestName, ToolwrightError } from '@toolwright/contract';
import type { Disk } from '@toolwright/program';
import { EFFECTS, type Effect, isEffect } from '../effect.js';
import type { EffectTable, PackageEffects } from './package-effects.js';

/** The file next to the tsconfig in which a project lists the effects of packages. */
export const CONFIG_FILE = 'toolwright.config.json';

/** The settings of the file. */
export interface EffectConfig {
  /** The effects of packages. */
  readonly packages: EffectTable;
  /** Set if codegen writes the hints that the code proves. */
  readonly hints?: (typeof HINTS_SETTINGS)[number];
}

/** The values of `hints`. */
const HINTS_SETTINGS = ['proved'] as const;

/**
 * Reads toolwright.config.json. Without the file, there are no settings.
 * @throws ToolwrightError `INVALID_CONFIG` for an invalid entry, with the entry's path.
 */
export function readEffectConfig(projectDir: string, disk: Disk): EffectConfig {
  const file = `${projectDir}/${CONFIG_FILE}`;
  const text = disk.fileExists(file) ? disk.readFile(file) : undefined;
  if (text === undefined) return { packages: {} };
  const whole = readObject(parse(text), 'The file');
  const effects = readObject(whole.effects ?? {}, '`effects`');
  const other = Object.keys(effects).find((key) => key !== 'packages');
  if (other !== undefined)
    throw invalid(`\`effects.${other}\` does not exist.`, 'The only allowed member is `packages`.');
  const packages = Object.entries(readObject(effects.packages ?? {}, '`effects.packages`'));
  const hints = HINTS_SETTINGS.find((setting) => setting === whole.hints);
  if (hints === undefined && whole.hints !== undefined)
    throw invalid(
      `\`hints\` must be ${HINTS_SETTINGS.map((setting) => `"${setting}"`).join(' or ')}, not ${shown(whole.hints)}.`,
      'Without `hints`, codegen writes only the hints that the source states.',
    );
  return {
    ...(hints !== undefined && { hints }),
    packages: Object.fromEntries(
      packages.map(([name, entry]) => [
        name.replace(/^node:/, ''),
        readPackage(entry, `effects.packages.${name}`),
      ]),
    ),
  };
}

function readPackage(entry: unknown, path: string): PackageEffects {
  const members = Object.entries(readObject(entry, `\`${path}\``));
  return Object.fromEntries(
    members.map(([member, effects]) => [member, readEffects(effects, `${path}.${member}`)]),
  );
}

function readEffects(effects: unknown, path: string): readonly Effect[] {
  const example = 'Use a list of effects, such as `["fs.read"]`, or `[]` for none.';
  if (!Array.isArray(effects))
    throw invalid(`\`${path}\` must be a list, not ${JSON.stringify(effects)}.`, example);
  return effects.map((effect) => {
    if (isEffect(effect)) return effect;
    const hint = suggestName(String(effect), EFFECTS);
    throw invalid(`\`${path}\` has the effect ${JSON.stringify(effect)}, which does not exist.`, hint);
  });
}

function readObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw invalid(`${what} must be an object, not ${shown(value)}.`, 'See docs/effects.md.');
}

function shown(value: unknown): string {
  return shortenText(JSON.stringify(value), 40);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(errorMessage(error), 'Fix the JSON syntax.');
  }
}

function invalid(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', `${CONFIG_FILE}: ${message}`, { blame: 'developer', hint });
}
