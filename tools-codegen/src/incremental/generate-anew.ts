import {
  type CachePlace,
  checkFacts,
  loadCompiler,
  type OwnCode,
  projectFilesOf,
  realDisk,
  withinDepth,
  withoutOwnFiles,
} from '@toolwright/program';
import type { KeptRun } from '../cache/kept-run.js';
import { countTools, packQuickRun } from '../cache/pack-quick-run.js';
import { writeQuickRun } from '../cache/quick-run.js';
import { createRunCache } from '../cache/run-cache.js';
import type { CodegenRun } from '../codegen-run.js';
import type { GenerateOptions } from '../generate-options.js';
import type { GenerateResult } from '../generate-result.js';
import type { SharedSources } from './run-project.js';
import type { CacheForCode, Outdated } from './run-with-cache.js';

export interface AnewContext {
  /** Undefined without a cache. */
  readonly place: CachePlace | undefined;
  readonly code: OwnCode;
  readonly shared?: SharedSources | undefined;
}

/** Checks by content whether the stored run is still valid, and reads what changed since. */
export async function generateAnew(
  options: GenerateOptions,
  { place, code, shared }: AnewContext,
): Promise<CodegenRun> {
  if (place === undefined) return makeRun(options, { cache: undefined, shared });
  const cache = cacheFor(place, code);
  const kept = cache.find();
  if (kept?.code.folder !== code.folder) return makeRun(options, { cache, shared });
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
  const quick = packQuickRun(run);
  if (quick !== undefined) writeQuickRun(place, quick);
  return keptRun(run, cache, options);
}

/** The whole result of the stored run with this body; if that is lost, of a new run. */
export function resultOf(
  body: string,
  options: GenerateOptions,
  { place, code }: AnewContext & { readonly place: CachePlace },
): Promise<GenerateResult> {
  const cache = cacheFor(place, code);
  const kept = cache.find();
  return printRun(kept?.body === body ? kept : undefined, cache, options);
}

function cacheFor(place: CachePlace, code: OwnCode): CacheForCode {
  return { ...createRunCache(place), code };
}

function keptRun(kept: KeptRun, cache: CacheForCode, options: GenerateOptions): CodegenRun {
  const { tools, resources, schemas, diagnostics, facts, projectDir, modules } = kept;
  return {
    tools,
    toolCount: countTools(tools),
    resources,
    schemas,
    diagnostics,
    projectDir,
    ok: true,
    files: projectFilesOf(facts),
    ...modules,
    result: () => printRun(kept, cache, options),
    note: cache.noteOf(kept),
  };
}

/** Prints the modules of a stored run, or reads the project again if the stored reading is lost. */
async function printRun(
  kept: KeptRun | undefined,
  cache: CacheForCode,
  options: GenerateOptions,
): Promise<GenerateResult> {
  const { printKept } = await import('./print-kept.js');
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
  const compiler = cache && loadCompiler();
  const { runWithCache } = await import('./run-with-cache.js');
  const run = withinDepth(
    () => 'A source file',
    () => runWithCache(options, cache, outdated, shared),
  );
  options.onToolsRead?.();
  compiler?.keep();
  return run;
}
