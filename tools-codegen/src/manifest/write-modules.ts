import type { CodegenRun } from '../codegen-run.js';
import { areCurrent } from './current-modules.js';

/**
 * Writes the modules of a run that changed, each atomically, so that readers see either the old file or the new one. Removes validators
 * that are no longer requested.
 * @throws ToolwrightError `CODEGEN_FAILED` after errors; `OUTPUT_FAILED` when a path cannot be written or contains a file that codegen did
 * not generate. In these cases, the old files are unchanged.
 */
export async function writeModules(run: CodegenRun): Promise<'written' | 'unchanged'> {
  if (areCurrent(run)) return 'unchanged';
  const { writeManifest } = await import('./write-manifest.js');
  return writeManifest(await run.result());
}
