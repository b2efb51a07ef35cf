import type { CodegenRun } from '../codegen-run.js';
import { areCurrent } from './current-modules.js';

/**
 * Writes the modules of a run that changed, each in one step: readers see the old file or the new one. Validators that are not wanted
 * any more are removed.
 * @throws ToolwrightError `CODEGEN_FAILED` after errors, `OUTPUT_FAILED` when a path cannot be written or holds a file that codegen
 * did not make; the old files stay as they are.
 */
export async function writeModules(run: CodegenRun): Promise<'written' | 'unchanged'> {
  if (areCurrent(run)) return 'unchanged';
  const { writeManifest } = await import('./write-manifest.js');
  return writeManifest(await run.result());
}
