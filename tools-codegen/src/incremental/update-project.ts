import { configFileOf } from '@toolwright/effects';
import {
  contradict,
  createTrackedDisk,
  type Facts,
  joinFacts,
  type TrackedDisk,
  withoutOwnFiles,
} from '@toolwright/program';
import type { ModuleMemory, ParsedLib, TrackedInspection } from '@toolwright/program/compiler';
import type { ts } from 'ts-morph';
import type { RunOptions } from '../generate-options.js';
import type { GenerateResult } from '../generate-result.js';
import type { PrintMemory } from '../manifest/print-memory.js';
import { printProject } from '../print-project.js';
import { readProject } from '../reading/read-project.js';
import { affectedPart } from './affected-part.js';
import { joinFiles, joinParts } from './join-parts.js';
import type { ProjectState } from './project-state.js';

/** Parsed sources that the runs of one process share. */
export interface SharedSources {
  readonly parsedLib: ParsedLib;
  readonly parsed: Map<string, ts.SourceFile>;
  readonly printed?: PrintMemory;
  /** Whether all files keep their function bodies, because later work reads them. */
  readonly keepsBodies?: boolean;
  /** Receives the program if the whole project is read. */
  readonly inspect?: ((inspection: TrackedInspection) => void) | undefined;
}

export interface UpdateOptions extends SharedSources {
  /** Created by {@link projectDisk}. The result depends on everything that was read from this disk. */
  readonly disk: TrackedDisk;
  /** Cached module resolutions from the same disk, or from the disk that it was derived from. */
  readonly modules?: ModuleMemory;
  /** An earlier run, and the files whose content has changed since then. Only affected files are read again. */
  readonly earlier?: { readonly state: ProjectState; readonly changed: readonly string[] } | undefined;
}

/**
 * Creates a disk that hides the files that codegen writes, because their presence must not change the result. The result depends on
 * toolwright.config.json.
 */
export function projectDisk(options: RunOptions): TrackedDisk {
  const disk = createTrackedDisk(withoutOwnFiles(options));
  disk.readFile(configFileOf(options));
  return disk;
}

export interface UpdatedProject {
  readonly result: GenerateResult;
  /** Undefined if there were errors. */
  readonly state: ProjectState | undefined;
  /** The observed state of the disk. As long as it is unchanged, another run gives the same result. */
  readonly facts: Facts;
}

/** Reads a project, or the affected part of it, and generates its modules. */
export function updateProject(options: RunOptions, run: UpdateOptions): UpdatedProject {
  return readPart(options, run) ?? readWhole(options, run);
}

function readWhole(
  options: RunOptions,
  { printed, earlier, inspect, ...run }: UpdateOptions,
): UpdatedProject {
  const { disk } = run;
  const { project, roots, files, separable } = readProject(options, {
    ...run,
    inspect: inspect && ((seen) => inspect({ ...seen, disk })),
  });
  const result = printProject(project, options, printed);
  const facts = disk.facts();
  return { result, facts, state: result.ok ? { project, roots, files, separable, facts } : undefined };
}

/** Returns undefined if reading a part is not enough. */
function readPart(
  options: RunOptions,
  { earlier, inspect: _, ...shared }: UpdateOptions,
): UpdatedProject | undefined {
  const part = earlier && affectedPart(earlier.state, earlier.changed);
  if (earlier === undefined || part === undefined) return undefined;
  const { disk } = shared;
  const { origins } = earlier.state.project;
  const read = readProject(options, { ...shared, part, origins });
  const facts = disk.facts();
  // If the disk has changed since the earlier state was checked, the unread part may be older than the part just read.
  if (contradict(earlier.state.facts, facts, earlier.changed)) return undefined;
  if (read.project.syntaxErrors.length > 0) {
    if (joinFiles(earlier.state, part, read) === undefined) return undefined;
    // The other files had no findings; otherwise, there would be no earlier state.
    const result = printProject(read.project, options);
    return { result, state: undefined, facts: joinFacts(earlier.state.facts, facts) };
  }
  // A file that is no longer read would otherwise be reported as changed forever.
  if (!earlier.changed.every((file) => facts.files[file] !== undefined)) return undefined;
  const state = joinParts(earlier.state, { part, read, facts });
  if (state === undefined) return undefined;
  const result = printProject(state.project, options, shared.printed);
  return { result, state: result.ok ? state : undefined, facts: state.facts };
}
