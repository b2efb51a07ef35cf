import type { ts } from 'ts-morph';
import type { Disk } from '../disk/disk.js';
import { matchFiles, typescript } from './bundled-compiler.js';
import { slashed } from './slashed.js';

/** The host functions that the compiler needs to resolve modules on a disk. */
export type ModuleHost = Required<
  Pick<
    ts.ModuleResolutionHost,
    'fileExists' | 'readFile' | 'directoryExists' | 'getDirectories' | 'realpath' | 'getCurrentDirectory'
  >
>;

export function moduleHost(disk: Disk): ModuleHost {
  return {
    fileExists: (file) => disk.fileExists(file),
    readFile: (file) => disk.readFile(file),
    directoryExists: (dir) => disk.directoryExists(dir),
    getDirectories: (dir) => [...disk.entries(dir).directories],
    realpath: (path) => disk.realpath(path),
    getCurrentDirectory: () => slashed(process.cwd()),
  };
}

/** Lists the files that match the patterns of a tsconfig, using the compiler's own rules. */
export function readDirectory(disk: Disk): NonNullable<ts.CompilerHost['readDirectory']> {
  const entriesOf = (dir: string): { files: string[]; directories: string[] } => {
    const { files, directories } = disk.entries(dir);
    return { files: [...files], directories: [...directories] };
  };
  return (dir, extensions, excludes, includes, depth) =>
    matchFiles(
      dir,
      extensions,
      excludes ?? [],
      includes,
      typescript.sys.useCaseSensitiveFileNames,
      process.cwd(),
      depth,
      entriesOf,
      (path) => disk.realpath(path),
      (path) => disk.directoryExists(path),
    );
}
