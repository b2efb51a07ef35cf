import { type EffectsResult, findStoredEffects, readEffects } from '@toolwright/effects';
import type { TrackedInspection } from '@toolwright/program/compiler';
import type { CodegenRun } from '../codegen-run.js';
import { findRun } from '../generate.js';
import type { GenerateOptions } from '../generate-options.js';
import { ownCode } from '../own-code.js';

/** A codegen run with the effects of its tools. */
export interface GeneratedWithEffects {
  readonly run: CodegenRun;
  /** Undefined if the run has errors: the check needs all tools. */
  readonly effects: EffectsResult | undefined;
}

/** Runs `generate` and `findEffects` together, parsing the sources once. @throws The errors of both. */
export async function generateWithEffects(options: GenerateOptions = {}): Promise<GeneratedWithEffects> {
  const stored = findStoredEffects(options);
  let inspection: TrackedInspection | undefined;
  const inspect = (seen: TrackedInspection): void => {
    inspection = seen;
  };
  const parsed = { parsedLib: new Map(), parsed: new Map() };
  const reading = { ...parsed, keepsBodies: true, inspect };
  const run = await findRun(ownCode, options, stored === undefined ? reading : undefined);
  if (!run.ok) return { run, effects: undefined };
  return { run, effects: stored ?? (await readEffects(options, { inspection, parsed })) };
}
