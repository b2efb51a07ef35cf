import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { slashed } from '../compiler/slashed.js';
import type { Disk } from '../disk/disk.js';
import type { Facts } from '../disk/facts.js';
import { realDisk } from '../disk/real-disk.js';
import { createTrackedDisk } from '../disk/tracked-disk.js';

/** The code that a result depends on, beside options and the project. */
export interface OwnCode {
  /** The folder of its package. */
  readonly folder: string;
  /** Its files as they are now. */
  find(): Facts;
}

/** Codegen itself, and the packages that it is made of. */
export const ownCode: OwnCode = createOwnCode(findHome(slashed(fileURLToPath(import.meta.url))));

/** @param folder Of a package: it and its dependencies are the code. */
export function createOwnCode(folder: string): OwnCode {
  return {
    folder,
    find: () => {
      const disk = createTrackedDisk(realDisk);
      look(folder, disk);
      for (const name of dependenciesOf(folder, disk)) {
        const found = findPackage(name, folder, disk);
        if (found !== undefined) look(found, disk);
      }
      return disk.facts();
    },
  };
}

/** Modules may be packed into fewer files, in other folders; the package.json above them stays. */
function findHome(file: string): string {
  const dir = path.posix.dirname(file);
  return dir === file || realDisk.fileExists(`${dir}/package.json`) ? dir : findHome(dir);
}

function dependenciesOf(folder: string, disk: Disk): string[] {
  const { dependencies = {} }: { dependencies?: object } = JSON.parse(
    disk.readFile(`${folder}/package.json`) ?? '{}',
  );
  return Object.keys(dependencies);
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
