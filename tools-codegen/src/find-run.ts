import type { OwnCode } from '@toolwright/program';
import type { CodegenRun } from './codegen-run.js';
import type { RunOptions } from './generate-options.js';
import type { SharedSources } from './incremental/update-project.js';
import { findRunMemory } from './memory/run-memory.js';
import { storedRun } from './memory/stored-run.js';

/** Like `generate`, but with a given proof, for a given version of codegen's own code, or with sources that the process has already parsed. */
export async function findRun(
  code: OwnCode,
  options: RunOptions,
  shared?: SharedSources,
): Promise<CodegenRun> {
  const memory = findRunMemory(options, code);
  const proved = memory?.findProved();
  // Until its modules have been found on disk, a stored run lacks data that later runs need.
  if (memory !== undefined && proved?.head.lines !== undefined) return storedRun(proved, memory, options);
  const { updateRun } = await import('./memory/update-run.js');
  return updateRun(options, memory, shared);
}
