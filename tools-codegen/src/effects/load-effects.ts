import { type EffectsResult, findStoredEffects, readEffects } from '@toolwright/effects';
import type { TrackedInspection } from '@toolwright/program/compiler';
import type { CodegenRun } from '../codegen-run.js';
import { generateAs } from '../generate.js';
import type { GenerateOptions } from '../generate-options.js';
import { ownCode } from '../own-code.js';

/** A run of codegen, with what the tools can do. */
export interface GeneratedWithEffects {
  readonly run: CodegenRun;
  /** Undefined if the run has errors: without all tools there is nothing to check. */
  readonly effects: EffectsResult | undefined;
}

/** `generate` and `findEffects` at once: both use the same parsed sources. @throws what these throw */
export async function generateWithEffects(options: GenerateOptions = {}): Promise<GeneratedWithEffects> {
  const stored = await findStoredEffects(options);
  let inspection: TrackedInspection | undefined;
  const inspect = (seen: TrackedInspection): void => {
    inspection = seen;
  };
  const parsed = { parsedLib: new Map(), parsed: new Map() };
  const reading = { ...parsed, keepsBodies: true, inspect };
  const run = await generateAs(ownCode, options, stored === undefined ? reading : undefined);
  if (!run.ok) return { run, effects: undefined };
  return { run, effects: stored ?? (await readEffects(options, { inspection, parsed })) };
}
