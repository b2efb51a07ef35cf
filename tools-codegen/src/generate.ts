import { findCachePlace } from './cache/cache-place.js';
import { loadCompiler } from './cache/compiled-compiler.js';
import type { KeptRun } from './cache/kept-run.js';
import { type OwnCode, ownCode } from './cache/own-code.js';
import { countTools, packRun } from './cache/quick-run.js';
import { createRunCache } from './cache/run-cache.js';
import type { CodegenRun } from './codegen-run.js';
import { withinDepth } from './compiler/within-depth.js';
import { checkFacts } from './disk/check-facts.js';
import { projectFilesOf, withoutDependencies } from './disk/facts.js';
import { certainlyHold, pathsIn } from './disk/quick-facts.js';
import { realDisk } from './disk/real-disk.js';
import type { GenerateOptions } from './generate-options.js';
import type { GenerateResult } from './generate-result.js';
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
  const quick = cache && quickRun(cache, options);
  if (quick !== undefined) return quick;
  const kept = cache?.find();
  if (cache === undefined || kept?.code.folder !== code.folder) return makeRun(options, { cache, shared });
  const own = checkFacts(kept.code.facts, realDisk);
  if (own.moved || own.changed.length > 0) return makeRun(options, { cache, shared });
  const check = checkFacts(kept.facts, withoutOwnFiles(options));
  if (check.moved || check.changed.length > 0)
    return makeRun(options, { cache, shared, outdated: { kept, check } });
  const run: KeptRun = {
    ...kept,
    code: { folder: code.folder, facts: own.renewed ?? kept.code.facts },
    facts: check.renewed ?? kept.facts,
  };
  if (check.renewed !== undefined || own.renewed !== undefined) cache.renew(run);
  const packed = packRun(run);
  if (packed !== undefined) cache.keepQuick(packed);
  return keptRun(run, cache, options);
}

/** The stored run if the stamps alone prove that nothing changed. */
function quickRun(cache: CacheForCode, options: GenerateOptions): CodegenRun | undefined {
  const quick = cache.findQuick();
  if (quick === undefined || quick.codeFolder !== cache.code.folder) return undefined;
  if (!certainlyHold(quick.code, realDisk) || !certainlyHold(quick.facts, withoutOwnFiles(options)))
    return undefined;
  const { tools, toolCount, schemas, diagnostics, projectDir, manifest, validators } = quick;
  return {
    get tools() {
      return JSON.parse(tools); // written by `packRun`
    },
    toolCount,
    schemas,
    diagnostics,
    projectDir,
    manifest,
    validators,
    ok: true,
    get files() {
      return withoutDependencies(pathsIn(quick.facts.files.paths));
    },
    result: () => {
      const kept = cache.find();
      return printRun(kept?.body === quick.body ? kept : undefined, cache, options);
    },
  };
}

function keptRun(kept: KeptRun, cache: CacheForCode, options: GenerateOptions): CodegenRun {
  const { tools, schemas, diagnostics, facts, projectDir, modules } = kept;
  return {
    tools,
    toolCount: countTools(tools),
    schemas,
    diagnostics,
    projectDir,
    ok: true,
    files: projectFilesOf(facts),
    ...modules,
    result: () => printRun(kept, cache, options),
  };
}

/** Prints the modules of a stored run, or reads the project again if the stored reading is lost. */
async function printRun(
  kept: KeptRun | undefined,
  cache: CacheForCode,
  options: GenerateOptions,
): Promise<GenerateResult> {
  const { printKept } = await import('./incremental/print-kept.js');
  const printed = kept && printKept(kept, cache, options);
  return printed ?? (await makeRun(options, { cache })).result();
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
