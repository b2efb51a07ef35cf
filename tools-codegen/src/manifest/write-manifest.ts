import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { GenerateResult } from '../generate.js';
import { GENERATED_BY } from './header.js';

/**
 * Writes the module where it changed, in one step: readers see the old file or the new one.
 * @throws ToolwrightError `CODEGEN_FAILED` after errors, `OUTPUT_FAILED` when the path cannot be written or holds a file that codegen
 * did not make; the old file stays as it is.
 */
export function writeManifest({ ok, output, outFile }: GenerateResult): 'written' | 'unchanged' {
  if (!ok) {
    throw new ToolwrightError('CODEGEN_FAILED', `Codegen found errors; ${outFile} was not written.`, {
      blame: 'developer',
      hint: 'Correct what the diagnostics name and run codegen again.',
    });
  }
  const old = readManifest(outFile);
  if (old === output) return 'unchanged';
  if (old !== undefined && !old.startsWith(GENERATED_BY)) throw notOurs(outFile);
  replaceFile(outFile, output);
  return 'written';
}

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

function replaceFile(outFile: string, text: string): void {
  const temporary = `${outFile}.${process.pid}.tmp`;
  try {
    mkdirSync(path.dirname(outFile), { recursive: true });
    writeFileSync(temporary, text);
    renameSync(temporary, outFile);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw outputFailed(outFile, error);
  }
}

function outputFailed(outFile: string, cause: unknown): ToolwrightError {
  return new ToolwrightError('OUTPUT_FAILED', `Cannot write ${outFile}: ${errorMessage(cause)}`, {
    blame: 'developer',
    hint: 'Check the path and its permissions, or name another one with --out.',
    cause,
  });
}

function notOurs(outFile: string): ToolwrightError {
  return new ToolwrightError('OUTPUT_FAILED', `${outFile} was not written by codegen and is left as it is.`, {
    blame: 'developer',
    hint: 'Name another path with --out, or remove the file.',
  });
}
