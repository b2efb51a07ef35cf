import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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

/** The text of a file; undefined where it cannot be read as one. A pipe is never opened. */
export function readIfThere(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  } catch {
    // Missing, or out of reach: whoever writes it learns why.
    return undefined;
  }
}
