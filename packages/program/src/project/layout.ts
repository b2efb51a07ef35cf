import path from 'node:path';
import { isJavaScriptFile } from '../compiler/javascript-file.js';
import { slashed } from '../compiler/slashed.js';
import type { Disk } from '../disk/disk.js';
import { realDisk } from '../disk/real-disk.js';
import type { ProjectOptions } from './project-options.js';

/** The paths of a project's tsconfig and of the modules that it may generate. Absolute, with forward slashes. */
export interface Layout {
  readonly config: string;
  /** The manifest of a TypeScript project, then that of a JavaScript project. Both are the same if `out` is given. */
  readonly manifests: readonly string[];
}

/** The default paths of a manifest. */
const DEFAULT_OUT = { typescript: 'src/toolwright.gen.ts', javascript: 'src/toolwright.gen.js' };

/** @returns Only paths, whether or not the files exist. */
export function findLayout({ project = 'tsconfig.json', cwd = process.cwd(), out }: ProjectOptions): Layout {
  const given = path.resolve(cwd, project);
  const config = realDisk.directoryExists(given) ? path.join(given, 'tsconfig.json') : given;
  const names = out === undefined ? Object.values(DEFAULT_OUT) : [out];
  const dir = path.dirname(config);
  return { config: slashed(config), manifests: names.map((name) => slashed(path.resolve(dir, name))) };
}

/**
 * Returns the default path of a project's manifest, relative to the project's folder: a JavaScript file if all root files are JavaScript.
 */
export function defaultOut(files: readonly string[]): string {
  const sources = files.filter((file) => !/\.d\.[mc]?ts$/.test(file));
  const isJavaScript = sources.length > 0 && sources.every((fileName) => isJavaScriptFile({ fileName }));
  return isJavaScript ? DEFAULT_OUT.javascript : DEFAULT_OUT.typescript;
}

/** Returns the path of a manifest's validators: `src/toolwright.gen.ts` → `src/toolwright.validators.gen.ts`. */
export function validatorsFile(outFile: string): string {
  return outFile.replace(/(?:\.gen)?\.[mc]?[jt]s$/, (ending) => `.validators${ending}`);
}

/** Returns the disk without the modules that codegen writes. */
export function withoutOwnFiles(options: ProjectOptions): Disk {
  const { manifests } = findLayout(options);
  return hideFiles(realDisk, new Set(manifests.flatMap((file) => [file, validatorsFile(file)])));
}

/** Returns a disk on which some files have other texts. @param texts by absolute path, with forward slashes */
export function withTexts(disk: Disk, texts: ReadonlyMap<string, string>): Disk {
  return {
    ...disk,
    fileExists: (file) => texts.has(file) || disk.fileExists(file),
    readFile: (file) => texts.get(file) ?? disk.readFile(file),
  };
}

/** Returns a disk that treats some files as missing. */
function hideFiles(disk: Disk, hidden: ReadonlySet<string>): Disk {
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
