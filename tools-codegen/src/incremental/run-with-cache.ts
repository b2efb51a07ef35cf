import { type FactCheck, hashOf, type OwnCode, projectFilesOf, type RunNote } from '@toolwright/program';
import type { KeptRun } from '../cache/kept-run.js';
import { packProject, unpackProject } from '../cache/pack-project.js';
import { countTools } from '../cache/pack-quick-run.js';
import type { RunCache } from '../cache/run-cache.js';
import type { CodegenRun, GeneratedModule } from '../codegen-run.js';
import type { GenerateOptions } from '../generate-options.js';
import type { ProjectState } from './project-state.js';
import type { ProjectRun, SharedSources } from './run-project.js';
import { runSettled } from './run-settled.js';

/** A stored run and how it is out of date. */
export interface Outdated {
  readonly kept: KeptRun;
  readonly check: FactCheck;
}

/** The cache, and the version of codegen whose results it stores. */
export interface CacheForCode extends RunCache {
  readonly code: OwnCode;
}

/** Reads a project, or only what changed since the stored run, and stores the new result. */
export function runWithCache(
  options: GenerateOptions,
  cache: CacheForCode | undefined,
  outdated: Outdated | undefined,
  shared: SharedSources = { parsedLib: new Map(), parsed: new Map() },
): CodegenRun {
  const state = cache && outdated && findState(cache, outdated);
  const earlier = state && outdated && { state, changed: outdated.check.changed };
  // Taken before the work: if the code is replaced meanwhile, the new code did not produce the result.
  const code = cache && { folder: cache.code.folder, facts: cache.code.find() };
  const run = runSettled(options, { ...shared, earlier });
  const found = describeRun(run);
  options.stopwatch?.enter('write');
  if (cache !== undefined && code !== undefined && run.state !== undefined)
    return { ...found, note: keepRun(cache, code, run.state, found) };
  return found;
}

function findState(cache: RunCache, { kept, check }: Outdated): ProjectState | undefined {
  if (check.moved) return undefined;
  const body = cache.findBody(kept);
  return body && { ...body, project: unpackProject(body.project), facts: check.renewed ?? kept.facts };
}

/** Stores a run without errors and the version of codegen that produced it. */
export function keepRun(
  cache: RunCache,
  code: KeptRun['code'],
  state: ProjectState,
  run: CodegenRun,
): RunNote | undefined {
  const { project, roots, files, separable, facts } = state;
  const { tools, resources, schemas, diagnostics, projectDir, manifest, validators } = run;
  return cache.keep(
    { code, facts, projectDir, tools, resources, schemas, diagnostics, modules: { manifest, validators } },
    { project: packProject(project), roots, files, separable },
  );
}

/** Summarizes a finished run for callers. */
export function describeRun({ result, facts }: Pick<ProjectRun, 'result' | 'facts'>): CodegenRun {
  const { places, resources, schemas, diagnostics, ok, projectDir, output, outFile, validators } = result;
  return {
    tools: places,
    toolCount: countTools(places),
    resources: [...new Set(resources.map(({ uri }) => uri))],
    schemas,
    diagnostics,
    ok,
    files: projectFilesOf(facts),
    projectDir,
    manifest: moduleOf(outFile, output),
    validators: moduleOf(validators.file, validators.output),
    result: () => Promise.resolve(result),
  };
}

/** Computes the hash lazily: a caller that has the text may never need it. */
function moduleOf(file: string, text: string | undefined): GeneratedModule {
  let hash: string | undefined;
  return {
    file,
    get hash() {
      if (text !== undefined) hash ??= hashOf(text);
      return hash;
    },
  };
}
