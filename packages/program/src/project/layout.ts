import path from 'node:path';
import { isJavaScriptFile } from '../compiler/javascript-file.js';
import { slashed } from '../compiler/slashed.js';
import type { Disk } from '../disk/disk.js';
import { realDisk } from '../disk/real-disk.js';
import type { ProjectOptions } from './project-options.js';

/** Where the tsconfig of a project is, and where its modules may go. Absolute, with forward slashes. */
export interface Layout {
  readonly config: string;
  /** The manifest of a project in TypeScript, then that of one in JavaScript; the same where `out` names it. */
  readonly manifests: readonly string[];
}

/** The names under which a manifest is written where no other is given. */
const DEFAULT_OUT = { typescript: 'src/toolwright.gen.ts', javascript: 'src/toolwright.gen.js' };

/** @returns Paths only: nothing says that there is anything at them. */
export function findLayout({ project = 'tsconfig.json', cwd = process.cwd(), out }: ProjectOptions): Layout {
  const given = path.resolve(cwd, project);
  const config = realDisk.directoryExists(given) ? path.join(given, 'tsconfig.json') : given;
  const names = out === undefined ? Object.values(DEFAULT_OUT) : [out];
  const dir = path.dirname(config);
  return { config: slashed(config), manifests: names.map((name) => slashed(path.resolve(dir, name))) };
}

/** The manifest of a project, by the files that it starts from: JavaScript where all of these are. Relative to its folder. */
export function defaultOut(files: readonly string[]): string {
  const sources = files.filter((file) => !/\.d\.[mc]?ts$/.test(file));
  const isJavaScript = sources.length > 0 && sources.every((fileName) => isJavaScriptFile({ fileName }));
  return isJavaScript ? DEFAULT_OUT.javascript : DEFAULT_OUT.typescript;
}

/** Where the validators of a manifest go: `src/toolwright.gen.ts` → `src/toolwright.validators.gen.ts`. */
export function validatorsFile(outFile: string): string {
  return outFile.replace(/(?:\.gen)?\.[mc]?[jt]s$/, (ending) => `.validators${ending}`);
}

/** The disk without the modules that codegen writes. */
export function withoutOwnFiles(options: ProjectOptions): Disk {
  const { manifests } = findLayout(options);
  return hideFiles(realDisk, new Set(manifests.flatMap((file) => [file, validatorsFile(file)])));
}

/** A disk on which some files are not there, whether or not they are. */
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
