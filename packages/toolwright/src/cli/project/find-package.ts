import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, isRecord } from '@toolwright/contract';
import { userError } from '../user-error.js';

export interface PackageFile {
  /** The absolute path. */
  readonly file: string;
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * Finds the nearest package.json at or above a tsconfig or a folder.
 * @throws ToolwrightError `INVALID_CONFIG` if it is not a JSON object
 */
export function findPackage(project: string): PackageFile | undefined {
  for (let current = project; ; current = path.dirname(current)) {
    const file = path.join(current, 'package.json');
    if (existsSync(file) && statSync(file).isFile()) return { file, content: parse(file) };
    if (path.dirname(current) === current) return undefined;
  }
}

function parse(file: string): PackageFile['content'] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    throw userError('INVALID_CONFIG', `${file} cannot be read: ${errorMessage(error)}`, undefined, error);
  }
  if (isRecord(content)) return content;
  throw userError('INVALID_CONFIG', `${file} is not a JSON object.`, 'Correct it, or remove it.');
}
