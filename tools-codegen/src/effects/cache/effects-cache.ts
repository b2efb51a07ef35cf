import { type CachePlace, findCachePlace } from '../../cache/cache-place.js';
import { readChecked, writeChecked } from '../../cache/checked-file.js';
import type { KeptCode } from '../../cache/kept-run.js';
import type { OwnCode } from '../../cache/own-code.js';
import { hasShape, type Shape } from '../../cache/shape.js';
import { checkFacts } from '../../disk/check-facts.js';
import type { Disk } from '../../disk/disk.js';
import type { Facts } from '../../disk/facts.js';
import { realDisk } from '../../disk/real-disk.js';
import { hashOf } from '../../disk/stamp.js';
import type { EffectsOptions, EffectsResult } from '../effects-options.js';

/** The latest result with given options, stored on disk beside the results of codegen. A damaged file is treated as missing. */
export interface EffectsCache {
  /** The stored result, if nothing that it depends on has changed. */
  find(): EffectsResult | undefined;
  keep(result: EffectsResult, facts: Facts, code: KeptCode): void;
}

interface KeptEffects {
  readonly code: KeptCode;
  /** Everything that the run observed on the disk. */
  readonly facts: Facts;
  readonly result: EffectsResult;
}

const KEPT: Shape<KeptEffects> = { code: true, facts: true, result: true };
const CODE: Shape<KeptCode> = { folder: true, facts: true };
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
  const file = fileOf(place, options);
  return {
    find: () => {
      const kept = readChecked(file);
      if (!isKept(kept) || kept.code.folder !== code.folder) return undefined;
      const checks = [checkFacts(kept.code.facts, realDisk), checkFacts(kept.facts, disk)] as const;
      if (checks.some(({ moved, changed }) => moved || changed.length > 0)) return undefined;
      const [own, project] = checks;
      if (own.renewed !== undefined || project.renewed !== undefined)
        writeChecked(file, {
          code: { ...kept.code, facts: own.renewed ?? kept.code.facts },
          facts: project.renewed ?? kept.facts,
          result: kept.result,
        } satisfies KeptEffects);
      return kept.result;
    },
    keep: (result, facts, found) => {
      writeChecked(file, { code: found, facts, result } satisfies KeptEffects);
    },
  };
}

/** The names of its files must not begin as those of codegen: these remove what they do not know. */
function fileOf({ folder, name }: CachePlace, { follow, flows, forbid }: EffectsOptions): string {
  // The release of Node.js decides which modules are its own.
  const key = JSON.stringify([name, follow === true, flows === true, forbid ?? [], process.versions.node]);
  return `${folder}/effects-${hashOf(key).slice(0, 16)}.json`;
}

function isKept(kept: unknown): kept is KeptEffects {
  return (
    hasShape<KeptEffects>(kept, KEPT) &&
    hasShape(kept.code, CODE) &&
    [kept.facts, kept.code.facts].every((facts) => hasShape(facts, FACTS)) &&
    hasShape(kept.result, RESULT)
  );
}
