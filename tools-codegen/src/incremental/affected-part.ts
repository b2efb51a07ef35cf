import { reach } from '@toolwright/program/compiler';
import type { FileReading } from '../reading/file-reading.js';
import type { ProjectPart } from '../reading/read-project.js';
import type { ProjectState } from './project-state.js';

/** The share of affected files above which reading only a part saves nothing. */
const MAX_SHARE = 0.5;

/**
 * Finds the files to read again after changes: the changed files, their importers, and the files of related classes. Returns undefined if
 * that may be the whole project.
 */
export function affectedPart(state: ProjectState, changed: readonly string[]): ProjectPart | undefined {
  const { project, files, separable } = state;
  const touched = withImporters(changed, state);
  // A global declaration that imports a changed file may change what every file sees.
  if (!separable || ![...touched].every((file) => isOrdinary(file, state))) return undefined;
  const readings = new Map(project.readings.map((reading) => [reading.file, reading]));
  const affected = withFamilies(
    [...touched].filter((file) => readings.has(file)),
    project.readings,
  );
  if (affected.size === 0 || affected.size > readings.size * MAX_SHARE) return undefined;
  const globals = Object.keys(files).filter((file) => files[file]?.global);
  return {
    roots: [...affected, ...globals.filter((file) => !affected.has(file))],
    // A file without an entry is new in the program, so nothing is known about it.
    reads: (file) => affected.has(file) || files[file] === undefined,
  };
}

/** Whether a file is a plain module of the project: not configuration, not part of a dependency, and without global declarations. */
function isOrdinary(file: string, { files }: ProjectState): boolean {
  return files[file]?.global === false && !file.endsWith('.json') && !file.includes('/node_modules/');
}

function withImporters(changed: readonly string[], { files }: ProjectState): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [file, { imports }] of Object.entries(files)) {
    for (const imported of imports) {
      const others = importers.get(imported);
      if (others === undefined) importers.set(imported, [file]);
      else others.push(file);
    }
  }
  return reach(changed, (file) => importers.get(file) ?? []);
}

/** Adds the files of related classes. A class's tools are listed under its subclasses, so a class and its relatives are read together. */
function withFamilies(files: readonly string[], readings: readonly FileReading[]): Set<string> {
  const related = new Map<string, string[]>();
  const relate = (one: string, other: string): void => {
    related.set(one, [...(related.get(one) ?? []), other]);
  };
  for (const { file, bases } of readings) {
    for (const base of bases) {
      relate(file, base);
      relate(base, file);
    }
  }
  const known = new Set(readings.map(({ file }) => file));
  const family = reach(files, (file) => related.get(file) ?? []);
  return new Set([...family].filter((file) => known.has(file)));
}
