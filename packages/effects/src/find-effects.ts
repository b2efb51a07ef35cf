import { findOwnCode } from '@toolwright/program';
import type { EffectsOptions, EffectsResult } from './effects-options.js';
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

/** This package and its dependencies. */
const ownCode = findOwnCode(import.meta.url);
