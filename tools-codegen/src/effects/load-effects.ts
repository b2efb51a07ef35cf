import type { CodegenRun } from '../codegen-run.js';
import type { GenerateOptions } from '../generate-options.js';
import type { TrackedInspection } from '../reading/inspection.js';
import type { EffectsOptions, EffectsResult } from './effects-options.js';

/**
 * Finds what each tool of a project can do: which effects its code reaches, by which calls, and whether its hints agree. If nothing has
 * changed, the result comes from the cache, without a compiler. Runs none of the project's code and writes nothing but the cache.
 * @throws ToolwrightError `INVALID_PROJECT` when the project cannot be read, `INVALID_CONFIG` when toolwright.config.json does not fit.
 */
export async function findEffects(options: EffectsOptions = {}): Promise<EffectsResult> {
  const { findKeptEffects, findEffectsAnew } = await import('./cache/find-with-cache.js');
  const { ownCode } = await import('../cache/own-code.js');
  return findKeptEffects(options, ownCode) ?? findEffectsAnew(options, ownCode);
}

/** A run of codegen, with what the tools can do. */
export interface GeneratedWithEffects {
  readonly run: CodegenRun;
  /** Undefined if the run has errors: without all tools there is nothing to check. */
  readonly effects: EffectsResult | undefined;
}

/** `generate` and `findEffects` at once: both use the same parsed sources. @throws what these throw */
export async function generateWithEffects(options: GenerateOptions = {}): Promise<GeneratedWithEffects> {
  const { findKeptEffects, findEffectsAnew } = await import('./cache/find-with-cache.js');
  const { ownCode } = await import('../cache/own-code.js');
  const { generateAs } = await import('../generate.js');
  const kept = findKeptEffects(options, ownCode);
  let inspection: TrackedInspection | undefined;
  const inspect = (seen: TrackedInspection): void => {
    inspection = seen;
  };
  const parsed = { parsedLib: new Map(), parsed: new Map() };
  const reading = { ...parsed, keepsBodies: true, inspect };
  const run = await generateAs(ownCode, options, kept === undefined ? reading : undefined);
  if (!run.ok) return { run, effects: undefined };
  return { run, effects: kept ?? (await findEffectsAnew(options, ownCode, { inspection, parsed })) };
}
