import { existsSync, lstatSync, mkdirSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import { cannotWrite } from './package-json.js';

/**
 * Writes a file unless it already exists.
 * @returns Whether the file was written.
 * @throws ToolwrightError `OUTPUT_FAILED`.
 */
export function writeNew(file: string, text: string): boolean {
  try {
    makeFolders(path.dirname(file));
    // `wx` fails if the file exists, even if it was created a moment ago.
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (existsSync(file) && !statSync(file).isDirectory()) return false;
    throw cannotWrite(file, error);
  }
}

/** Creates a folder and its parent folders. Node's own option `recursive` never returns in /proc, where no folders can be created. */
export function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let place = path.resolve(folder); !existsSync(place); place = path.dirname(place)) missing.push(place);
  for (const place of missing.reverse()) mkdirSync(place);
}

/**
 * Checks that a file can be written, before anything is written.
 * @throws ToolwrightError `OUTPUT_FAILED` if there is a folder or a broken link at its path, or a file instead of one of its parent
 * folders.
 */
export function checkWritable(folder: string, name: string): void {
  const parts = name.split('/');
  for (const [index] of parts.entries()) {
    const place = path.join(folder, ...parts.slice(0, index + 1));
    const isLast = index === parts.length - 1;
    const link = lstatSync(place, { throwIfNoEntry: false });
    if (link === undefined) return;
    const target = findTarget(place);
    if (target === undefined) throw inTheWay(place, 'is a broken symbolic link', 'Fix or remove the link.');
    if (isLast && target.isDirectory())
      throw inTheWay(place, 'is a folder; a file must be written there', MOVE);
    if (!isLast && !target.isDirectory())
      throw inTheWay(place, `is not a folder; ${name} must be written into it`, MOVE);
  }
}

const MOVE = 'Rename or remove it, and run the command again.';

/** Returns undefined for a broken or circular link. */
function findTarget(place: string): Stats | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function inTheWay(place: string, what: string, hint: string): ToolwrightError {
  return new ToolwrightError('OUTPUT_FAILED', `${place} ${what}. Nothing was written.`, {
    blame: 'user',
    hint,
  });
}

/** Returns the text of a file, or undefined if it cannot be read. Never opens a pipe. */
export function readIfThere(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    // The file is missing or not accessible. Writing it will report that.
    return undefined;
  }
}
