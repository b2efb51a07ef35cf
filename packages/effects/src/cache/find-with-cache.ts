import {
  createTrackedDisk,
  type Facts,
  joinFacts,
  type OwnCode,
  type TrackedDisk,
  withoutOwnFiles,
} from '@toolwright/program';
import type { TrackedInspection } from '@toolwright/program/compiler';
import type { EffectsOptions, EffectsResult } from '../effects-options.js';
import type { SharedReading, ToolProgram } from '../program/read-tool-sites.js';
import type { KeptUnits } from '../reuse/kept-units.js';
import { createEffectsCache, type EffectsCache, type OutdatedUnits } from './effects-cache.js';

/** The stored result, if it still holds. Loads no compiler. */
export function findKeptEffects(options: EffectsOptions, code: OwnCode): EffectsResult | undefined {
  if (options.cache === false) return undefined;
  return createEffectsCache(options, code, withoutOwnFiles(options))?.find();
}

/** What this process has read of the project. */
export interface EarlierReading {
  /** The whole project, with all bodies. */
  readonly inspection?: TrackedInspection | undefined;
  /** Files that were parsed, with all bodies. */
  readonly parsed?: Pick<SharedReading, 'parsed' | 'parsedLib'> | undefined;
}

/** Reads the project, except code that a change since the last run does not affect, and stores the result. */
export async function findEffectsAnew(
  options: EffectsOptions,
  code: OwnCode,
  { inspection, parsed = {} }: EarlierReading = {},
): Promise<EffectsResult> {
  const { programOf, readToolSites } = await import('../program/read-tool-sites.js');
  const view = withoutOwnFiles(options);
  const cache = options.cache === false ? undefined : createEffectsCache(options, code, view);
  // What the analysis asks the disk joins what was asked for the program.
  const disk = inspection?.disk ?? createTrackedDisk(view);
  // Taken before the work: if the code is replaced meanwhile, the new code did not produce the result.
  const own = cache && { folder: code.folder, facts: code.find() };
  const program =
    inspection === undefined ? readToolSites(options, { ...parsed, disk }) : programOf(inspection);
  // Looked up after the program was read: what did not change until now is what it was read from.
  const outdated = cache && findUsable(cache, options);
  let run = await analyse(program, options, { disk, outdated });
  if (run.units === undefined && run.reused > 0) {
    // Whether the compiler gives up on a unit depends on what it was asked before: only a whole reading counts.
    const again = createTrackedDisk(view);
    run = await analyse(readToolSites(options, { disk: again }), options, { disk: again });
  }
  const { result, facts, units } = run;
  if (cache !== undefined && own !== undefined) cache.keep(result, { facts, code: own, units });
  return result;
}

/** The units of the last run, unless something else than sources changed since. */
function findUsable(cache: EffectsCache, options: EffectsOptions): OutdatedUnits | undefined {
  // The sizes of packages that are followed depend on the order in which they are found.
  if (options.follow === true) return undefined;
  const found = cache.findUnits();
  return found?.changed.every((file) => found.units.files[file]?.ordinary === true) ? found : undefined;
}

interface Analysed {
  readonly result: EffectsResult;
  readonly facts: Facts;
  readonly units: KeptUnits | undefined;
  readonly reused: number;
}

async function analyse(
  program: ToolProgram,
  options: EffectsOptions,
  { disk, outdated }: { readonly disk: TrackedDisk; readonly outdated?: OutdatedUnits | undefined },
): Promise<Analysed> {
  const { analyseProgram } = await import('../analyse-project.js');
  const { createUnitMemory } = await import('../reuse/unit-memory.js');
  let memory: ReturnType<typeof createUnitMemory> | undefined;
  const result = analyseProgram(program, options, disk, (analysis) => {
    memory = createUnitMemory(program, analysis, outdated?.units);
    return memory.read;
  });
  const reused = memory?.reused() ?? 0;
  // What was not read again depends on what the earlier run observed.
  const facts = outdated !== undefined && reused > 0 ? joinFacts(outdated.facts, disk.facts()) : disk.facts();
  return { result, facts, units: memory?.keep(), reused };
}
