import { findOwnCode } from '@toolwright/program';
import type { EarlierReading } from './cache/find-with-cache.js';
import type { EffectsOptions, EffectsResult } from './effects-options.js';

/**
 * Finds what each tool of a project can do: which effects its code reaches, by which calls, and whether its hints agree. If nothing has
 * changed, the result comes from the cache, without a compiler. Runs none of the project's code and writes nothing but the cache.
 * @throws ToolwrightError `INVALID_PROJECT` when the project cannot be read, `INVALID_CONFIG` when toolwright.config.json does not fit.
 */
export async function findEffects(options: EffectsOptions = {}): Promise<EffectsResult> {
  return (await findStoredEffects(options)) ?? readEffects(options);
}

/** The result in the cache, if it still holds. Loads no compiler. */
export async function findStoredEffects(options: EffectsOptions): Promise<EffectsResult | undefined> {
  const { findKeptEffects } = await import('./cache/find-with-cache.js');
  return findKeptEffects(options, ownCode);
}

/**
 * Reads the effects of a project, and stores them.
 * @param earlier What this process has read of the project.
 */
export async function readEffects(options: EffectsOptions, earlier?: EarlierReading): Promise<EffectsResult> {
  const { findEffectsAnew } = await import('./cache/find-with-cache.js');
  return findEffectsAnew(options, ownCode, earlier);
}

/** This package and those it depends on. */
const ownCode = findOwnCode(import.meta.url);
