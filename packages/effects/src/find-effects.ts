import path from 'node:path';
import { findLayout, findOwnCode, type ProjectOptions, realDisk } from '@toolwright/program';
import type { EffectsOptions, EffectsResult } from './effects-options.js';
import { CONFIG_FILE, readEffectConfig } from './packages/read-effect-config.js';
import type { EarlierReading } from './read-effects.js';
import { findEffectsMemory } from './reuse/effects-memory.js';

/**
 * Finds the effects of each tool in a project, the calls that lead to them, and whether the tool's hints are correct. If nothing has
 * changed, the result comes from the cache without loading a compiler. Runs none of the project's code, and writes only the cache.
 * @throws ToolwrightError `INVALID_PROJECT` when the project cannot be read, `INVALID_CONFIG` when toolwright.config.json is invalid.
 */
export async function findEffects(options: EffectsOptions = {}): Promise<EffectsResult> {
  return findStoredEffects(options) ?? readEffects(options);
}

/** Returns the cached result if it is still valid. Loads no compiler. */
export function findStoredEffects(options: EffectsOptions, code = ownCode): EffectsResult | undefined {
  const memory = findEffectsMemory(options, code);
  const proved = memory?.findProved();
  if (memory === undefined || proved !== undefined) return proved?.head;
  const stored = memory.compare();
  if (stored === undefined || stored.changed.length > 0) return undefined;
  if (stored.renewed) memory.renew(stored, stored.head);
  return stored.head;
}

/**
 * Reads the project, except code that is unaffected by changes since the last run, and stores the result.
 * @param earlier The parts of the project that this process has already read.
 */
export async function readEffects(
  options: EffectsOptions,
  earlier: EarlierReading = {},
  code = ownCode,
): Promise<EffectsResult> {
  const { readAndKeep } = await import('./read-effects.js');
  return readAndKeep(options, earlier, findEffectsMemory(options, code));
}

/** Loads the compiler, and returns a `findEffects` that does not wait, for a process that asks after each change. */
export async function loadEffects(): Promise<
  (options: EffectsOptions, earlier: EarlierReading) => EffectsResult
> {
  const { readAndKeep } = await import('./read-effects.js');
  return (options, earlier) =>
    findStoredEffects(options) ?? readAndKeep(options, earlier, findEffectsMemory(options, ownCode));
}

/** Whether toolwright.config.json asks codegen to write proved hints. @throws ToolwrightError `INVALID_CONFIG` for an invalid file */
export function wantsProvedHints(options: ProjectOptions): boolean {
  return readEffectConfig(path.posix.dirname(configFileOf(options)), realDisk).hints === 'proved';
}

/** Returns the absolute path of a project's toolwright.config.json, whether or not it exists. */
export function configFileOf(options: ProjectOptions): string {
  return path.posix.join(path.posix.dirname(findLayout(options).config), CONFIG_FILE);
}

/** This package and its dependencies. */
const ownCode = findOwnCode(import.meta.url);
