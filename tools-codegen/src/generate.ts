import { wantsProvedHints } from '@toolwright/effects';
import type { CodegenRun } from './codegen-run.js';
import { findRun } from './find-run.js';
import type { GenerateOptions } from './generate-options.js';
import type { SharedSources } from './incremental/update-project.js';
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
