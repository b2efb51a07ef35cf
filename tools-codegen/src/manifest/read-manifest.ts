import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { readPlainFile, systemCode } from '@toolwright/program';

/**
 * Reads the current file. Returns undefined if it does not exist.
 * @throws ToolwrightError `OUTPUT_FAILED` when the file exists but cannot be read.
 */
export function readManifest(outFile: string): string | undefined {
  try {
    return readPlainFile(outFile).bytes.toString('utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw outputFailed(outFile, error);
  }
}

/** Creates the error for an output file that cannot be read or written. */
export function outputFailed(outFile: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('OUTPUT_FAILED', `Cannot write ${outFile}: ${errorMessage(cause)}`, {
    blame: 'developer',
    hint: 'Check the path and its permissions, or set another path with --out.',
    cause,
  });
}
