import path from 'node:path';
import { compareText, type Facts, joinFacts, slashed } from '@toolwright/program';
import { type ProgramFiles, reach } from '@toolwright/program/compiler';
import type { FileReading } from '../reading/file-reading.js';
import type { ProjectPart, ReadProject } from '../reading/read-project.js';
import type { ProjectState } from './project-state.js';

/** A part that was read again, and the state of the disk when it was read. */
export interface FreshPart {
  readonly part: ProjectPart;
  readonly read: ReadProject;
  readonly facts: Facts;
}

/**
 * Joins the newly read part with the earlier state, as if the whole project had been read. Returns undefined if the result might differ;
 * the whole project must then be read.
 */
export function joinParts(state: ProjectState, { part, read, facts }: FreshPart): ProjectState | undefined {
  const files = joinFiles(state, part, read);
  if (!read.separable || files === undefined) return undefined;
  const kept = state.project.readings.filter(({ file }) => !part.reads(file) && files[file] !== undefined);
  const replaced = state.project.readings.filter(({ file }) => part.reads(file));
  const fresh = read.project.readings;
  if (!isSelfContained(fresh, state, part) || !findingsStay([...kept, ...replaced, ...fresh], state, part))
    return undefined;
  const readings = [...kept, ...fresh].sort((a, b) => compareText(a.file, b.file));
  return {
    project: {
      ...read.project,
      readings,
      library: read.libraryOf(readings),
    },
    roots: read.roots,
    files,
    separable: true,
    facts: joinFacts(state.facts, facts),
  };
}

/**
 * Joins the files of the whole program. Returns undefined if a file with global declarations changed, or if the program no longer contains
 * a file that was read again, because its findings would have to be dropped.
 */
export function joinFiles(
  { roots, files: before }: ProjectState,
  part: ProjectPart,
  read: ReadProject,
): ProgramFiles | undefined {
  if (read.roots.join('\n') !== roots.join('\n')) return undefined;
  const becameGlobal = Object.entries(read.files).some(
    ([file, { global }]) => global !== (before[file]?.global ?? false),
  );
  if (becameGlobal) return undefined;
  const joined = { ...before, ...read.files };
  const importsIn = (files: ProgramFiles) => (file: string) => files[file]?.imports ?? [];
  const reachable = reach(roots, importsIn(joined));
  const dropped = [...reach(roots, importsIn(before))].filter((file) => !reachable.has(file));
  if (dropped.some((file) => before[file]?.global || part.reads(file))) return undefined;
  const gone = new Set(dropped);
  return Object.fromEntries(Object.entries(joined).filter(([file]) => !gone.has(file)));
}

/** Whether every class was read together with the classes it extends. */
function isSelfContained(
  fresh: readonly FileReading[],
  { project }: ProjectState,
  part: ProjectPart,
): boolean {
  const known = new Set(project.readings.map(({ file }) => file));
  return fresh.every(({ bases }) => bases.every((base) => !known.has(base) || part.reads(base)));
}

/**
 * Whether no finding moves between the newly read part and the rest. A finding in a type that several files share is reported once, for the
 * first file, and only a reading of the whole project shows which file is first.
 */
function findingsStay(
  readings: readonly FileReading[],
  { project: { projectDir } }: ProjectState,
  part: ProjectPart,
): boolean {
  const isRead = (file: string): boolean => part.reads(slashed(path.resolve(projectDir, file)));
  return readings.every((reading) =>
    reading.diagnostics.every(({ file }) => file !== undefined && isRead(file) === part.reads(reading.file)),
  );
}
