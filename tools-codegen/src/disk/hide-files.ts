import type { Disk } from './disk.js';

/** A disk on which some files are not there, whether or not they are. */
export function hideFiles(disk: Disk, hidden: ReadonlySet<string>): Disk {
  return {
    ...disk,
    fileExists: (file) => !hidden.has(file) && disk.fileExists(file),
    readFile: (file) => (hidden.has(file) ? undefined : disk.readFile(file)),
    entries: (dir) => {
      const { files, ...others } = disk.entries(dir);
      return { files: files.filter((name) => !hidden.has(`${dir}/${name}`)), ...others };
    },
  };
}
