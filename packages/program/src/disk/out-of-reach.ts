import { lstatSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, ToolwrightError } from '@toolwright/contract';

/** Error codes which prove that nothing exists, or can exist, at a path. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

/** Whether a file system error means that nothing exists at the path. Other errors mean that the path is inaccessible. */
export function saysAbsent(error: unknown): boolean {
  return ABSENT.has(systemCode(error));
}

/** Returns the code of a system error, such as `ENOENT`. `instanceof Error` would be false for errors from another realm, as under Jest. */
export function systemCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Creates the error for a source that exists but cannot be read. Skipping the source would silently drop its tools. */
export function outOfReach(source: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_PROJECT', `Cannot read ${placeOf(source)}: ${errorMessage(cause)}`, {
    blame: 'developer',
    hint: 'Check the permissions and symbolic links, or exclude it with "exclude" in the tsconfig.',
    cause,
  });
}

/** Returns the path, or the parent folder that denies access. */
function placeOf(source: string): string {
  try {
    lstatSync(source);
    return source;
  } catch {
    const folder = path.dirname(source);
    return folder === source ? source : placeOf(folder);
  }
}
