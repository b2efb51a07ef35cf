import type { CodegenRun } from '../codegen-run.js';
import type { ManifestCheck } from './check-manifest.js';
import { areCurrent } from './current-modules.js';

/** Compares the files on disk with the modules of a run. Ignores line endings, which Git may have changed. */
export async function checkModules(run: CodegenRun): Promise<ManifestCheck> {
  if (areCurrent(run)) return { ok: true, diff: '', stale: [] };
  const { checkManifest } = await import('./check-manifest.js');
  return checkManifest(await run.result());
}
