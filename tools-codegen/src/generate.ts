import {
  type CachePlace,
  certainlyHold,
  createRunNote,
  findCachePlace,
  knownSourceLine,
  type OwnCode,
  pathsIn,
  realDisk,
  withoutDependencies,
  withoutOwnFiles,
} from '@toolwright/program';
import { readQuickRun, type StoredQuickRun } from './cache/quick-run.js';
import type { CodegenRun } from './codegen-run.js';
import type { GenerateOptions } from './generate-options.js';
import type { SharedSources } from './incremental/run-project.js';
import { ownCode } from './own-code.js';

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
  const quick = place && readQuickRun(place);
  if (place !== undefined && quick !== undefined && isCurrent(quick, code, options))
    return quickRun(quick, { place, code, options });
  const { generateAnew } = await import('./incremental/generate-anew.js');
  return generateAnew(options, { place, code, shared });
}

/** Whether stamps prove that nothing changed. */
function isCurrent({ run }: StoredQuickRun, { folder }: OwnCode, options: GenerateOptions): boolean {
  return (
    run.codeFolder === folder &&
    certainlyHold(run.code, realDisk) &&
    certainlyHold(run.facts, withoutOwnFiles(options))
  );
}

interface QuickContext {
  readonly place: CachePlace;
  readonly code: OwnCode;
  readonly options: GenerateOptions;
}

function quickRun({ run, tools }: StoredQuickRun, { place, code, options }: QuickContext): CodegenRun {
  const { toolCount, resources, schemas, diagnostics, projectDir, manifest, validators, facts } = run;
  return {
    get tools() {
      return JSON.parse(tools.toString());
    },
    toolCount,
    resources,
    schemas,
    diagnostics,
    sourceLine: knownSourceLine(run),
    projectDir,
    manifest,
    validators,
    ok: true,
    get files() {
      return withoutDependencies(pathsIn(facts.files.paths));
    },
    result: async () => {
      const { resultOf } = await import('./incremental/generate-anew.js');
      return resultOf(run.body, options, { place, code });
    },
    note: createRunNote(place, run.body),
  };
}
