import path from 'node:path';
import type { Disk } from '../disk/disk.js';
import { slashed } from './slashed.js';

/** The major version of the TypeScript that a folder's programs are compiled with; undefined where none is installed. */
export function findInstalledTypeScript(dir: string, disk: Disk): number | undefined {
  for (let folder = dir; ; folder = path.dirname(folder)) {
    const major = majorVersion(
      disk.readFile(slashed(path.join(folder, 'node_modules/typescript/package.json'))),
    );
    if (major !== undefined) return major;
    if (path.dirname(folder) === folder) return undefined;
  }
}

function majorVersion(packageJson: string | undefined): number | undefined {
  const major = /"version"\s*:\s*"(\d+)\./.exec(packageJson ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
}
