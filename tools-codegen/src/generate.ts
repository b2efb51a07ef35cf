import { findCachePlace } from './cache/cache-place.js';
import { loadCompiler } from './cache/compiled-compiler.js';
import type { KeptRun } from './cache/kept-run.js';
import { type OwnCode, ownCode } from './cache/own-code.js';
import { createRunCache } from './cache/run-cache.js';
import type { CodegenRun } from './codegen-run.js';
import { withinDepth } from './compiler/within-depth.js';
import { checkFacts } from './disk/check-facts.js';
import { projectFilesOf } from './disk/facts.js';
import { realDisk } from './disk/real-disk.js';
import type { GenerateOptions } from './generate-options.js';
import type { SharedSources } from './incremental/run-project.js';
import type { CacheForCode, Outdated } from './incremental/run-with-cache.js';
import { withoutOwnFiles } from './layout.js';

/**
 * Reads a project and makes its manifest; if nothing has changed, takes it from the cache without loading a compiler. Writes nothing but
 * the cache and runs none of the project's code.
 * @throws ToolwrightError `INVALID_PROJECT` when the tsconfig is missing or broken, `OUTPUT_FAILED` when `out` is not a module,
 *   `UNSUPPORTED` for an unknown provider.
 */
export function generate(options: GenerateOptions = {}): Promise<CodegenRun> {
  return generateAs(ownCode, options);
}

/**
 * Like `generate`, for a process that runs codegen repeatedly, such as a bundler in watch mode: later runs reuse what earlier runs have
 * parsed. It stays in memory as long as the function does.
 */
export function createGenerator(options: GenerateOptions = {}): () => Promise<CodegenRun> {
  const shared: SharedSources = { parsedLib: new Map(), parsed: new Map() };
  return () => generateAs(ownCode, options, shared);
}

/** As {@link generate}, by other code, or with what earlier runs of the process parsed. */
export async function generateAs(
  code: OwnCode,
  options: GenerateOptions,
  shared?: SharedSources,
): Promise<CodegenRun> {
  const place = options.cache === false ? undefined : findCachePlace(options);
  const cache = place && { ...createRunCache(place), code, folder: place.folder };
  const kept = cache?.find();
  if (cache === undefined || kept?.code.folder !== code.folder) return makeRun(options, { cache, shared });
  const own = checkFacts(kept.code.facts, realDisk);
  if (own.moved || own.changed.length > 0) return makeRun(options, { cache, shared });
  const check = checkFacts(kept.facts, withoutOwnFiles(options));
  if (check.moved || check.changed.length > 0)
    return makeRun(options, { cache, shared, outdated: { kept, check } });
  if (check.renewed !== undefined || own.renewed !== undefined) {
    const facts = own.renewed ?? kept.code.facts;
    cache.renew({ ...kept, code: { folder: code.folder, facts }, facts: check.renewed ?? kept.facts });
  }
  return keptRun(kept, cache, options);
}

function keptRun(kept: KeptRun, cache: CacheForCode, options: GenerateOptions): CodegenRun {
  const { tools, schemas, diagnostics, facts, projectDir, modules } = kept;
  return {
    tools,
    schemas,
    diagnostics,
    projectDir,
    ok: true,
    files: projectFilesOf(facts),
    ...modules,
    result: async () => {
      const { printKept } = await import('./incremental/print-kept.js');
      return printKept(kept, cache, options) ?? (await makeRun(options, { cache })).result();
    },
  };
}

interface RunContext {
  readonly cache: CacheForCode | undefined;
  readonly outdated?: Outdated;
  readonly shared?: SharedSources | undefined;
}

async function makeRun(
  options: GenerateOptions,
  { cache, outdated, shared }: RunContext,
): Promise<CodegenRun> {
  // A project that is edited will be read again and again; one that is read for the first time, as in CI, perhaps never.
  const compiler = cache && loadCompiler(cache.folder, outdated !== undefined);
  const { runWithCache } = await import('./incremental/run-with-cache.js');
  const run = withinDepth(
    () => 'A source file',
    () => runWithCache(options, cache, outdated, shared),
  );
  compiler?.keep();
  return run;
}
