import { existsSync, lstatSync, mkdirSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import { cannotWrite } from './package-json.js';

/**
 * Writes a file unless it exists.
 * @returns whether it was written
 * @throws ToolwrightError `OUTPUT_FAILED`
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

/** Creates a folder and those above it. Node's own option `recursive` never returns in /proc, which creates no folders. */
export function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let place = path.resolve(folder); !existsSync(place); place = path.dirname(place)) missing.push(place);
  for (const place of missing.reverse()) mkdirSync(place);
}

/**
 * Checks that a file can be written, before anything is.
 * @throws ToolwrightError `OUTPUT_FAILED` for a folder or a broken link in its place, or a file in place of a folder above it
 */
export function checkWritable(folder: string, name: string): void {
  const parts = name.split('/');
  for (const [index] of parts.entries()) {
    const place = path.join(folder, ...parts.slice(0, index + 1));
    const isLast = index === parts.length - 1;
    const link = lstatSync(place, { throwIfNoEntry: false });
    if (link === undefined) return;
    const target = findTarget(place);
    if (target === undefined)
      throw inTheWay(place, 'is a broken symbolic link', 'Correct or remove the link.');
    if (isLast && target.isDirectory())
      throw inTheWay(place, 'is a folder; a file must be written there', MOVE);
    if (!isLast && !target.isDirectory())
      throw inTheWay(place, `is not a folder; ${name} must be written into it`, MOVE);
  }
}

const MOVE = 'Rename or remove it, and run the command again.';

/** Undefined for a broken or circular link. */
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

/** The text of a file, or undefined if it cannot be read. Never opens a pipe. */
export function readIfThere(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    // Missing, or not accessible. Writing it reports that.
    return undefined;
  }
}
