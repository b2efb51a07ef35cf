import path from 'node:path';
import type { CodegenRun } from '@toolwright/codegen';

/** The lock of a project, absolute: beside the manifest. */
export function lockFileOf({ manifest }: Pick<CodegenRun, 'manifest'>): string {
  return path.join(path.dirname(manifest.file), 'tools.lock.json');
}
