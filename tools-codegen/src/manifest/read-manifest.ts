import { readFileSync } from 'node:fs';
import { errorMessage, ToolwrightError } from '@toolwright/contract';

/**
 * The file as it is now; undefined where there is none.
 * @throws ToolwrightError `OUTPUT_FAILED` when it is there and cannot be read.
 */
export function readManifest(outFile: string): string | undefined {
  try {
    return readFileSync(outFile, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw outputFailed(outFile, error);
  }
}

/** By its code: `instanceof Error` fails for the errors of another realm, as under Jest. */
function isMissingFile(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

/** For a file that can be neither read nor written. */
export function outputFailed(outFile: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('OUTPUT_FAILED', `Cannot write ${outFile}: ${errorMessage(cause)}`, {
    blame: 'developer',
    hint: 'Check the path and its permissions, or name another one with --out.',
    cause,
  });
}
