import type { KeptRun } from '../cache/kept-run.js';
import { unpackProject } from '../cache/pack-project.js';
import type { RunCache } from '../cache/run-cache.js';
import type { GenerateOptions } from '../generate-options.js';
import type { GenerateResult } from '../generate-result.js';
import { printProject } from '../print-project.js';

/** Prints the modules of a stored run without a compiler; undefined if the stored reading is lost. */
export function printKept(
  kept: KeptRun,
  cache: RunCache,
  options: GenerateOptions,
): GenerateResult | undefined {
  const body = cache.findBody(kept);
  return body && printProject(unpackProject(body.project), options);
}
