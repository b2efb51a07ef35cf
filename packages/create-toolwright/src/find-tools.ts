import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/** Finds the first source file in a folder that imports `tool` or has the JSDoc tag `@tool`. */
export function findTools(folder: string): string | undefined {
  if (!isKind(folder, 'isDirectory')) return undefined;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[mc]?[jt]sx?$/.test(name) && !/\.(?:test|spec|gen)\./.test(name))
    .sort()
    .map((name) => path.join(folder, name))
    .find((file) => isKind(file, 'isFile') && marksTools(readBeginning(file)));
}

function marksTools(text: string): boolean {
  return IMPORT.test(text) || JSDOC_TAG.test(text);
}

/** Import braces contain neither braces nor semicolons, so the search for a match never goes beyond the next one. */
const IMPORT = /\{([^{};]*\btool\b)[^{};]*\}\s{0,10}from\s{0,10}['"](?:toolwright|@toolwright\/tools)['"]/;
/** The tag must begin a line or follow a full stop. */
const JSDOC_TAG = /^[ \t]{0,100}\/?\*{1,3}(?:[^\n*]{0,500}\.)?[ \t]{0,10}@tool\b/m;

/** The number of bytes to read. Imports and tags come early, so a huge generated file is not read completely. */
const READ_BYTES = 256 * 1024;

function readBeginning(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(READ_BYTES);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, READ_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}

function isKind(file: string, kind: 'isFile' | 'isDirectory'): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.[kind]() ?? false;
  } catch {
    // Not accessible, or a circular link. Writing there reports the error.
    return false;
  }
}
