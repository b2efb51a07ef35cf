import { existsSync, lstatSync, mkdirSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import { cannotWrite } from './package-json.js';

/**
 * Writes a file that does not exist yet; one that does is never touched.
 * @returns whether it was written
 * @throws ToolwrightError `OUTPUT_FAILED`
 */
export function writeNew(file: string, text: string): boolean {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    // `wx` fails on a file that exists, also if it appeared a moment ago.
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (existsSync(file) && !statSync(file).isDirectory()) return false;
    throw cannotWrite(file, error);
  }
}

/**
 * Looks for what would keep a file from being written, before anything is.
 * @throws ToolwrightError `OUTPUT_FAILED` for a folder or a broken link in its place, and for a file in place of a folder above it.
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
      throw inTheWay(place, 'is a symbolic link that leads nowhere', 'Correct or remove the link.');
    if (isLast && target.isDirectory())
      throw inTheWay(place, 'is a folder, and a file is to be written there', MOVE);
    if (!isLast && !target.isDirectory())
      throw inTheWay(place, `is not a folder, and ${name} is to be written into it`, MOVE);
  }
}

const MOVE = 'Rename or remove it, and run the command again.';

/** Undefined for a link that leads nowhere, or in a circle. */
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

/** The text of a file; undefined where it cannot be read as one. A pipe is never opened. */
export function readIfThere(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    // Missing, or out of reach: whoever writes it learns why.
    return undefined;
  }
}
