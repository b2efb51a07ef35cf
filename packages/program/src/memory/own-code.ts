import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { slashed } from '../compiler/slashed.js';
import type { Disk } from '../disk/disk.js';
import type { Facts } from '../disk/facts.js';
import { realDisk } from '../disk/real-disk.js';
import { createTrackedDisk } from '../disk/tracked-disk.js';

/** The code of a package and its dependencies. A result depends on this code, the options and the project. */
export interface OwnCode {
  readonly folder: string;
  /** Reads the current state of the code files. */
  find(): Facts;
}

/** The state of the code that produced a stored result. */
export interface CodeState {
  readonly folder: string;
  readonly facts: Facts;
}

/** @param moduleUrl The `import.meta.url` of a module of the package. */
export function findOwnCode(moduleUrl: string): OwnCode {
  return createOwnCode(findHome(slashed(fileURLToPath(moduleUrl))));
}

/** @param folder The folder of a package. */
export function createOwnCode(folder: string): OwnCode {
  return {
    folder,
    find: () => {
      const disk = createTrackedDisk(realDisk);
      look(folder, disk);
      const seen = new Set<string>();
      const open = [folder];
      // The loop also visits the packages of the same scope that it adds.
      for (const dependent of open) {
        for (const name of dependenciesOf(dependent, disk)) {
          const found = seen.has(name) ? undefined : findPackage(name, dependent, disk);
          seen.add(name);
          if (found === undefined) continue;
          look(found, disk);
          if (name.startsWith(OWN_SCOPE)) open.push(disk.realpath(found));
        }
      }
      return disk.facts();
    },
  };
}

/** Packages that are released together with this one. */
const OWN_SCOPE = '@toolwright/';

/**
 * Finds the folder of the package that contains a file. A bundler may pack modules into fewer files and other folders, but still below the
 * package.json.
 */
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

/**
 * Records the code of a package. The package.json identifies the build of an installed package; for code under development, the files are
 * read.
 */
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

/** Finds a package as Node.js does, in the nearest `node_modules`. */
function findPackage(name: string, from: string, disk: Disk): string | undefined {
  for (let dir = from; ; dir = path.posix.dirname(dir)) {
    const folder = path.posix.join(dir, 'node_modules', name);
    if (disk.fileExists(`${folder}/package.json`)) return folder;
    if (path.posix.dirname(dir) === dir) return undefined;
  }
}
