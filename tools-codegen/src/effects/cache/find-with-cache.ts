import type { OwnCode } from '../../cache/own-code.js';
import { createTrackedDisk } from '../../disk/tracked-disk.js';
import { withoutOwnFiles } from '../../layout.js';
import type { TrackedInspection } from '../../reading/inspection.js';
import type { EffectsOptions, EffectsResult } from '../effects-options.js';
import { createEffectsCache } from './effects-cache.js';

/** The stored result, if it still holds. Loads no compiler. */
export function findKeptEffects(options: EffectsOptions, code: OwnCode): EffectsResult | undefined {
  if (options.cache === false) return undefined;
  return createEffectsCache(options, code, withoutOwnFiles(options))?.find();
}

/** Reads the project and stores the result. @param inspection The project, if this process has just read it with all bodies. */
export async function findEffectsAnew(
  options: EffectsOptions,
  code: OwnCode,
  inspection?: TrackedInspection,
): Promise<EffectsResult> {
  const { analyseProgram } = await import('../analyse-project.js');
  const { programOf, readToolSites } = await import('../program/read-tool-sites.js');
  const view = withoutOwnFiles(options);
  const cache = options.cache === false ? undefined : createEffectsCache(options, code, view);
  // What the analysis asks the disk joins what was asked for the program.
  const disk = inspection?.disk ?? createTrackedDisk(view);
  // Taken before the work: if the code is replaced meanwhile, the new code did not produce the result.
  const own = cache && { folder: code.folder, facts: code.find() };
  const program = inspection === undefined ? readToolSites(options, { disk }) : programOf(inspection);
  const result = analyseProgram(program, options, disk);
  if (cache !== undefined && own !== undefined) cache.keep(result, disk.facts(), own);
  return result;
}
