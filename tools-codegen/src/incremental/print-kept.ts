import type { KeptRun } from '../cache/kept-run.js';
import { unpackProject } from '../cache/pack-project.js';
import type { RunCache } from '../cache/run-cache.js';
import type { GenerateOptions } from '../generate-options.js';
import type { GenerateResult } from '../generate-result.js';
import { printProject } from '../print-project.js';

/** The modules of a run that was kept, without a compiler; undefined where what they are made from is lost. */
export function printKept(
  kept: KeptRun,
  cache: RunCache,
  options: GenerateOptions,
): GenerateResult | undefined {
  const body = cache.findBody(kept);
  return body && printProject(unpackProject(body.project), options);
}
