import { findPlainFile, findStats, hashOf, stampOf } from '@toolwright/program';
import type { CodegenRun, GeneratedModule } from '../codegen-run.js';

/** Whether the files on disk match the modules of a run without errors. If false, a closer comparison is needed. */
export function areCurrent({ ok, manifest, validators }: CodegenRun): boolean {
  return ok && isCurrent(manifest) && isCurrent(validators);
}

function isCurrent({ file, hash, stamp }: GeneratedModule): boolean {
  const stats = findStats(file);
  if (hash === undefined || stats === undefined) return hash === undefined && stats === undefined;
  if (stamp !== undefined && stampOf(stats, Date.now()) === stamp) return true;
  const bytes = findPlainFile(file)?.bytes;
  return bytes !== undefined && hashOf(bytes) === hash;
}
