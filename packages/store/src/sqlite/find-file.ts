import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ToolwrightError } from '@toolwright/contract';

/** Resolves a path. @throws ToolwrightError `INVALID_CONFIG` for an invalid path, because some of these crash the driver and the process */
export function checkPath(file: unknown): string {
  const problem = findProblem(file);
  if (problem === undefined) return resolve(String(file));
  throw new ToolwrightError('INVALID_CONFIG', `The option 'file' ${problem}.`, {
    blame: 'developer',
    hint: "Pass the path of the store, such as 'data/sessions.db'.",
  });
}

function findProblem(file: unknown): string | undefined {
  if (typeof file !== 'string')
    return `must be a path, which is a string; got ${file === null ? 'null' : typeof file}`;
  if (file === '') return 'is empty';
  if (file.includes('\0')) return `contains the character NUL: ${JSON.stringify(file)}`;
  return undefined;
}

const MAX_LINKS = 40;

/**
 * Creates the folder of a path and resolves symbolic links, because SQLite's other files and this package's mark are stored next to the
 * real file. A link may point to a file that does not exist yet.
 * @throws ToolwrightError `STORE_FAILED` if the path is a folder
 */
export function findFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  let file = withRealFolder(path);
  for (let links = 0; links < MAX_LINKS && isLink(file); links++)
    file = withRealFolder(resolve(dirname(file), readlinkSync(file)));
  if (existsSync(file) && statSync(file).isDirectory()) {
    throw new ToolwrightError('STORE_FAILED', `${path} is a folder, not a session store.`, {
      blame: 'user',
      hint: 'Pass the path of a file in that folder.',
    });
  }
  return file;
}

function withRealFolder(path: string): string {
  return join(realpathSync(dirname(path)), basename(path));
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
