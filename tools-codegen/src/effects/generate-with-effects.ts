import { type EffectsResult, findStoredEffects, readEffects, wantsProvedHints } from '@toolwright/effects';
import type { TrackedInspection } from '@toolwright/program/compiler';
import { joinDiagnostics } from '@toolwright/program/diagnostics';
import type { CodegenRun } from '../codegen-run.js';
import { findRun } from '../find-run.js';
import type { GenerateOptions } from '../generate-options.js';
import type { SharedSources } from '../incremental/update-project.js';
import { ownCode } from '../own-code.js';
import { effectsOptions, proofOf } from './proof.js';

/** Sources that several runs of a process share, with all function bodies. */
export type SharedBodies = Pick<SharedSources, 'parsedLib' | 'parsed'>;

/**
 * `generate` and `findEffects` in one run that parses the sources once. What the code contradicts is among the diagnostics of the run.
 * @param parsed Default: none.
 * @throws The errors of both.
 */
export async function generateWithEffects(
  options: GenerateOptions = {},
  parsed: SharedBodies = { parsedLib: new Map(), parsed: new Map() },
): Promise<CodegenRun> {
  if (wantsProvedHints(options)) return generateProved(options, parsed);
  const stored = findStoredEffects(options);
  let inspection: TrackedInspection | undefined;
  const inspect = (seen: TrackedInspection): void => {
    inspection = seen;
  };
  const reading = { ...parsed, keepsBodies: true, inspect };
  const run = await findRun(ownCode, options, stored === undefined ? reading : undefined);
  if (!run.ok) return run;
  return withEffects(run, stored ?? (await readEffects(options, { inspection, parsed })));
}

/** Runs codegen for a project that asks for proved hints. The proof comes first, because the modules contain it. */
export async function generateProved(options: GenerateOptions, parsed: SharedBodies): Promise<CodegenRun> {
  const asked = effectsOptions(options);
  const effects = findStoredEffects(asked) ?? (await readEffects(asked, { parsed }));
  const proving = { ...options, proof: proofOf(effects) };
  return withEffects(await findRun(ownCode, proving, { ...parsed, keepsBodies: true }), effects);
}

/** Adds the findings of the analysis to a run. A run with errors has them already, and is not known to have all tools. */
export function withEffects(run: CodegenRun, { diagnostics }: EffectsResult): CodegenRun {
  if (!run.ok || diagnostics.length === 0) return run;
  const found = {
    ok: diagnostics.every(({ severity }) => severity !== 'error'),
    diagnostics: joinDiagnostics([...run.diagnostics, ...diagnostics]),
  };
  return { ...run, ...found, result: async () => ({ ...(await run.result()), ...found }) };
}
