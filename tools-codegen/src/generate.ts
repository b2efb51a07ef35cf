import { wantsProvedHints } from '@toolwright/effects';
import type { OwnCode } from '@toolwright/program';
import type { CodegenRun } from './codegen-run.js';
import type { GenerateOptions, RunOptions } from './generate-options.js';
import type { SharedSources } from './incremental/update-project.js';
import { findRunMemory } from './memory/run-memory.js';
import { storedRun } from './memory/stored-run.js';
import { ownCode } from './own-code.js';

/**
 * Reads a project and creates its manifest, or takes it from the cache without loading a compiler if nothing has changed. Writes only the
 * cache, and runs none of the project's code.
 * @throws ToolwrightError `INVALID_PROJECT` when the tsconfig is missing or broken, `OUTPUT_FAILED` when `out` is not a module,
 * `UNSUPPORTED` for an unknown provider.
 */
export function generate(options: GenerateOptions = {}): Promise<CodegenRun> {
  return createGenerator(options)();
}

/**
 * Like `generate`, for a process that runs codegen repeatedly, such as a bundler in watch mode: later runs reuse parsed sources, which
 * stay in memory for as long as the function does.
 */
export function createGenerator(options: GenerateOptions = {}): () => Promise<CodegenRun> {
  const types: SharedSources = { parsedLib: new Map(), parsed: new Map() };
  const bodies: SharedSources = { parsedLib: types.parsedLib, parsed: new Map() };
  return async () => {
    if (!wantsProvedHints(options)) return findRun(ownCode, options, types);
    const { generateProved } = await import('./effects/generate-with-effects.js');
    return generateProved(options, bodies);
  };
}

/** Like {@link generate}, but for a given version of codegen's own code, or with sources that the process has already parsed. */
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
