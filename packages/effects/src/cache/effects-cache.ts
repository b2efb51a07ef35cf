import {
  type CachePlace,
  type CodeState,
  checkFacts,
  type Disk,
  type FactCheck,
  type Facts,
  findCachePlace,
  hashOf,
  hasShape,
  type OwnCode,
  readChecked,
  realDisk,
  type Shape,
  writeChecked,
} from '@toolwright/program';
import type { EffectsOptions, EffectsResult } from '../effects-options.js';
import { isKeptUnits, type KeptUnits } from '../reuse/kept-units.js';

/** The latest result with given options, stored on disk beside the results of codegen. A damaged file is treated as missing. */
export interface EffectsCache {
  /** The stored result, if nothing that it depends on has changed. */
  find(): EffectsResult | undefined;
  /** What the last run read, if nothing but the content of files changed since. */
  findUnits(): OutdatedUnits | undefined;
  keep(result: EffectsResult, run: StoredRun): void;
}

/** What a run depends on, and what a later one may use of it. */
export interface StoredRun {
  readonly facts: Facts;
  readonly code: CodeState;
  readonly units: KeptUnits | undefined;
}

export interface OutdatedUnits {
  readonly units: KeptUnits;
  readonly facts: Facts;
  /** The files whose content changed. */
  readonly changed: readonly string[];
}

interface KeptEffects {
  /** The options, as text. */
  readonly options: string;
  readonly code: CodeState;
  /** Everything that the run observed on the disk. */
  readonly facts: Facts;
  readonly result: EffectsResult;
  /** The hash of the units that belong to it: they stand in a file of their own, which only a run after a change reads. */
  readonly units: string | null;
}

interface UnitsFile {
  readonly hash: string;
  readonly units: KeptUnits;
}

const KEPT: Shape<KeptEffects> = { options: true, code: true, facts: true, result: true, units: true };
const UNITS: Shape<UnitsFile> = { hash: true, units: true };
const CODE: Shape<CodeState> = { folder: true, facts: true };
const FACTS: Shape<Facts> = {
  files: true,
  listings: true,
  present: true,
  missing: true,
  folders: true,
  links: true,
};
const RESULT: Shape<Pick<EffectsResult, 'tools' | 'diagnostics' | 'projectDir'>> = {
  tools: true,
  diagnostics: true,
  projectDir: true,
};

/** @param disk The disk as the run sees it. Undefined if the project has no place for a cache. */
export function createEffectsCache(
  options: EffectsOptions,
  code: OwnCode,
  disk: Disk,
): EffectsCache | undefined {
  const place = findCachePlace(options);
  if (place === undefined) return undefined;
  const key = keyOf(place, options);
  const { file, unitsFile } = filesOf(place, key);
  const read = (): CheckedEffects | undefined => {
    const kept = readChecked(file);
    if (!isKept(kept) || kept.options !== key || kept.code.folder !== code.folder) return undefined;
    const own = checkFacts(kept.code.facts, realDisk);
    if (own.moved || own.changed.length > 0) return undefined;
    const project = checkFacts(kept.facts, disk);
    return project.moved ? undefined : { kept, own, project };
  };
  return {
    find: () => {
      const found = read();
      if (found === undefined || found.project.changed.length > 0) return undefined;
      const { kept, own, project } = found;
      if (own.renewed !== undefined || project.renewed !== undefined)
        writeChecked(file, {
          ...kept,
          code: { ...kept.code, facts: own.renewed ?? kept.code.facts },
          facts: project.renewed ?? kept.facts,
        } satisfies KeptEffects);
      return kept.result;
    },
    findUnits: () => {
      const found = read();
      if (found === undefined) return undefined;
      const { kept, project } = found;
      const stored = kept.units === null ? undefined : readChecked(unitsFile);
      if (!hasShape<UnitsFile>(stored, UNITS) || stored.hash !== kept.units || !isKeptUnits(stored.units))
        return undefined;
      return { units: stored.units, facts: project.renewed ?? kept.facts, changed: project.changed };
    },
    keep: (result, { facts, code: own, units }) => {
      const hash = units === undefined ? null : hashOf(JSON.stringify(units));
      const isStored =
        units !== undefined && hash !== null && writeChecked(unitsFile, { hash, units } satisfies UnitsFile);
      writeChecked(file, {
        options: key,
        code: own,
        facts,
        result,
        units: isStored ? hash : null,
      } satisfies KeptEffects);
    },
  };
}

interface CheckedEffects {
  readonly kept: KeptEffects;
  readonly own: FactCheck;
  readonly project: FactCheck;
}

function keyOf({ key }: CachePlace, { follow, flows, forbid }: EffectsOptions): string {
  // The release of Node.js decides which modules are its own.
  return JSON.stringify([key, follow === true, flows === true, forbid ?? [], process.versions.node]);
}

/** The names of its files must not begin as those of codegen: these remove what they do not know. */
function filesOf({ folder }: CachePlace, key: string): { readonly file: string; readonly unitsFile: string } {
  const id = hashOf(key).slice(0, 16);
  return { file: `${folder}/effects-${id}.json`, unitsFile: `${folder}/effects-${id}.units.json` };
}

function isKept(kept: unknown): kept is KeptEffects {
  return (
    hasShape<KeptEffects>(kept, KEPT) &&
    hasShape(kept.code, CODE) &&
    [kept.facts, kept.code.facts].every((facts) => hasShape(facts, FACTS)) &&
    hasShape(kept.result, RESULT)
  );
}
