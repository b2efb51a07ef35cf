import {
  createTrackedDisk,
  type Facts,
  joinFacts,
  type TrackedDisk,
  withoutOwnFiles,
} from '@toolwright/program';
import type { TrackedInspection } from '@toolwright/program/compiler';
import { analyseProgram } from './analyse-project.js';
import type { EffectsOptions, EffectsResult } from './effects-options.js';
import { programOf, readToolSites, type SharedReading, type ToolProgram } from './program/read-tool-sites.js';
import type { EffectsMemory } from './reuse/effects-memory.js';
import type { KeptUnits } from './reuse/kept-units.js';
import { createUnitMemory, type UnitMemory } from './reuse/unit-memory.js';

/** The parts of the project that this process has already read. */
export interface EarlierReading {
  /** The whole project, with all function bodies. */
  readonly inspection?: TrackedInspection | undefined;
  /** Parsed files, with all function bodies. */
  readonly parsed?: Pick<SharedReading, 'parsed' | 'parsedLib'> | undefined;
}

/** Implements `readEffects`. */
export function readAndKeep(
  options: EffectsOptions,
  { inspection, parsed = {} }: EarlierReading,
  memory: EffectsMemory | undefined,
): EffectsResult {
  const view = withoutOwnFiles(options);
  // Records what the analysis reads from the disk together with what was read for the program.
  const disk = inspection?.disk ?? createTrackedDisk(view);
  const code = memory?.codeState();
  const program =
    inspection === undefined ? readToolSites(options, { ...parsed, disk }) : programOf(inspection);
  // Looked up after the program was read: a file that has not changed by then is the file that was read.
  const outdated = memory && findUsable(memory, options);
  let read = analyse(program, options, disk, outdated);
  if (read.units === undefined && read.reused > 0) {
    // The compiler may give up on a unit depending on earlier queries, so only a complete reading is reliable.
    const again = createTrackedDisk(view);
    read = analyse(readToolSites(options, { disk: again }), options, again);
  }
  const { result, facts, units } = read;
  if (memory !== undefined && code !== undefined)
    memory.keep({ head: result, details: null, body: { units } }, { code, facts });
  return result;
}

interface OutdatedUnits {
  readonly units: KeptUnits;
  readonly facts: Facts;
}

/** Returns the units of the last run, unless anything other than sources has changed. */
function findUsable(memory: EffectsMemory, { follow }: EffectsOptions): OutdatedUnits | undefined {
  // The size limits of followed packages depend on the order in which the packages are found.
  const stored = follow === true ? undefined : memory.compare();
  const units = stored && memory.findBody(stored)?.units;
  const isUsable = units && stored.changed.every((file) => units.files[file]?.ordinary === true);
  return isUsable ? { units, facts: stored.sources.facts } : undefined;
}

interface Analysed {
  readonly result: EffectsResult;
  readonly facts: Facts;
  readonly units: KeptUnits | undefined;
  readonly reused: number;
}

function analyse(
  program: ToolProgram,
  options: EffectsOptions,
  disk: TrackedDisk,
  outdated?: OutdatedUnits,
): Analysed {
  let memory: UnitMemory | undefined;
  const result = analyseProgram(program, options, disk, (analysis) => {
    memory = createUnitMemory(program, analysis, outdated?.units);
    return memory.read;
  });
  const reused = memory?.reused() ?? 0;
  // Units that were not read again depend on what the earlier run observed.
  const facts = outdated !== undefined && reused > 0 ? joinFacts(outdated.facts, disk.facts()) : disk.facts();
  return { result, facts, units: memory?.keep(), reused };
}
