import { type CodeState, type ComparedStep, hashOf, projectFilesOf } from '@toolwright/program';
import type { CodegenRun, GeneratedModule } from '../codegen-run.js';
import type { RunOptions } from '../generate-options.js';
import { packProject, unpackProject } from '../memory/pack-project.js';
import type { RunHead, RunMemory } from '../memory/run-memory.js';
import type { ProjectState } from './project-state.js';
import type { SharedSources, UpdatedProject } from './update-project.js';
import { updateSettled } from './update-settled.js';

/** Reads a project, or only the part that changed since the stored run, and stores the new run. */
export function readAndKeep(
  options: RunOptions,
  memory: RunMemory | undefined,
  stored: ComparedStep<RunHead> | undefined,
  shared: SharedSources = { parsedLib: new Map(), parsed: new Map() },
): CodegenRun {
  const state = memory && stored && findState(memory, stored);
  const earlier = state && stored && { state, changed: stored.changed };
  const code = memory?.codeState();
  const updated = updateSettled(options, { ...shared, earlier });
  const run = toCodegenRun(updated);
  options.stopwatch?.enter('write');
  const isKept = memory !== undefined && code !== undefined && updated.state !== undefined;
  return isKept ? { ...run, note: keepRun(memory, code, updated.state, run) } : run;
}

function findState(memory: RunMemory, stored: ComparedStep<RunHead>): ProjectState | undefined {
  const body = memory.findBody(stored);
  return body && { ...body, project: unpackProject(body.project), facts: stored.sources.facts };
}

/** Stores a run without errors, and the code that produced it. */
export function keepRun(
  memory: RunMemory,
  code: CodeState,
  { project, roots, files, separable, facts }: ProjectState,
  { tools, toolCount, resources, schemas, diagnostics, projectDir, manifest, validators }: CodegenRun,
): CodegenRun['note'] {
  const body = memory.keep(
    {
      head: { toolCount, resources, schemas, diagnostics, projectDir, manifest, validators },
      details: tools,
      body: { project: packProject(project), roots, files, separable },
    },
    { code, facts },
  );
  return body === undefined ? undefined : memory.noteOn(body);
}

/** Converts an updated project to the form that callers use. */
export function toCodegenRun({ result, facts }: Pick<UpdatedProject, 'result' | 'facts'>): CodegenRun {
  const { places, resources, schemas, diagnostics, ok, projectDir, output, outFile, validators } = result;
  return {
    tools: places,
    // A method and its overrides are one tool.
    toolCount: places.filter(({ repeats }) => repeats !== true).length,
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

/** Computes the hash lazily, because a caller that has the text may never need it. */
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
