import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { slashed } from '../compiler/slashed.js';
import type { Disk } from '../disk/disk.js';
import type { Facts } from '../disk/facts.js';
import { realDisk } from '../disk/real-disk.js';
import { createTrackedDisk } from '../disk/tracked-disk.js';

/** The code that a result depends on, beside options and the project. */
export interface OwnCode {
  /** Where it is. */
  readonly folder: string;
  /** Its files as they are now. */
  find(): Facts;
}

/** Codegen itself, and the packages that it is made of. */
export const ownCode: OwnCode = createOwnCode(
  slashed(path.resolve(fileURLToPath(import.meta.url), '../..')),
  ['@toolwright/contract', '@toolwright/schema', '@ts-morph/common', 'ajv'],
);

/** @param folder Of the code in its package: `dist` or `src`. */
function createOwnCode(folder: string, dependencies: readonly string[]): OwnCode {
  return {
    folder,
    find: () => {
      const disk = createTrackedDisk(realDisk);
      const own = path.posix.dirname(folder);
      look(own, disk);
      for (const name of dependencies) {
        const found = findPackage(name, own, disk);
        if (found !== undefined) look(found, disk);
      }
      return disk.facts();
    },
  };
}

/** Published code never changes under its version; code that is being worked on does. */
function look(folder: string, disk: Disk): void {
  disk.readFile(`${folder}/package.json`);
  const home = disk.realpath(folder);
  if (!home.split('/').includes('node_modules')) readCode(`${home}/dist`, disk);
}

function readCode(folder: string, disk: Disk): void {
  const { files, directories } = disk.entries(folder);
  for (const name of files) if (name.endsWith('.js')) disk.readFile(`${folder}/${name}`);
  for (const name of directories) readCode(`${folder}/${name}`, disk);
}

/** As Node finds it: in the nearest `node_modules`. */
function findPackage(name: string, from: string, disk: Disk): string | undefined {
  for (let dir = from; ; dir = path.posix.dirname(dir)) {
    const folder = path.posix.join(dir, 'node_modules', name);
    if (disk.fileExists(`${folder}/package.json`)) return folder;
    if (path.posix.dirname(dir) === dir) return undefined;
  }
}
