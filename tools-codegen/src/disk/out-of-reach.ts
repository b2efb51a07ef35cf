import { lstatSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, ToolwrightError } from '@toolwright/contract';

/** Nothing is at such a path, or can be. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

/** Whether an error of the file system says that nothing is there; others say that what is there is out of reach. */
export function saysAbsent(error: unknown): boolean {
  return ABSENT.has(systemCode(error));
}

/** `ENOENT` and its like. `instanceof Error` fails for the errors of another realm, as under Jest. */
export function systemCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** For a source that is there and cannot be read: without it, its tools would be missing in silence. */
export function outOfReach(source: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('INVALID_PROJECT', `Cannot read ${placeOf(source)}: ${errorMessage(cause)}`, {
    blame: 'developer',
    hint: 'Check its permissions and links, or exclude it with "exclude" in the tsconfig.',
    cause,
  });
}

/** The path itself; that of a folder above it which nobody may enter, where nobody can tell what is in it. */
function placeOf(source: string): string {
  try {
    lstatSync(source);
    return source;
  } catch {
    const folder = path.dirname(source);
    return folder === source ? source : placeOf(folder);
  }
}
