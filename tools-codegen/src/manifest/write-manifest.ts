import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ToolwrightError } from '@toolwright/contract';
import { findStats, makeFolder } from '@toolwright/program';
import type { GenerateResult } from '../generate-result.js';
import { GENERATED_BY } from './header.js';
import { outputFailed } from './read-manifest.js';
import { findStaleFiles } from './stale-files.js';

/**
 * Writes the modules that changed, each atomically, so that readers see either the old file or the new one. Removes validators that are no
 * longer requested.
 * @throws ToolwrightError `CODEGEN_FAILED` after errors; `OUTPUT_FAILED` when a path cannot be written or contains a file that codegen did
 * not generate. In these cases, the old files are unchanged.
 */
export function writeManifest(result: GenerateResult): 'written' | 'unchanged' {
  const { ok, outFile } = result;
  if (!ok) {
    throw new ToolwrightError('CODEGEN_FAILED', `Codegen found errors; ${outFile} was not written.`, {
      blame: 'developer',
      hint: 'Fix the reported errors and run codegen again.',
    });
  }
  const stale = findStaleFiles(result);
  for (const { file, old } of stale) {
    // An empty file contains none of the user's work.
    if (old !== undefined && old.trim() !== '' && !old.startsWith(GENERATED_BY)) throw notOurs(file);
  }
  for (const { file, text } of stale) replaceFile(file, text);
  return stale.length === 0 ? 'unchanged' : 'written';
}

function replaceFile(outFile: string, text: string | undefined): void {
  // Another process, or another thread of this process, may be writing the same file.
  const temporary = `${outFile}.${randomUUID()}.tmp`;
  try {
    if (text === undefined) rmSync(outFile, { force: true });
    else {
      makeFolder(path.dirname(outFile));
      writeFileSync(temporary, text);
      renameSync(temporary, outFile);
    }
    removeLeftovers(outFile);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw outputFailed(outFile, error);
  }
}

/** Writing takes milliseconds, so an older temporary file belongs to a process that was killed. */
const LEFTOVER_AFTER_MS = 60_000;

function removeLeftovers(outFile: string): void {
  const folder = path.dirname(outFile);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(outFile)}.`) || !name.endsWith('.tmp')) continue;
    const written = findStats(path.join(folder, name))?.mtimeMs ?? Date.now();
    if (Date.now() - written > LEFTOVER_AFTER_MS) rmSync(path.join(folder, name), { force: true });
  }
}

function notOurs(outFile: string): ToolwrightError {
  return new ToolwrightError(
    'OUTPUT_FAILED',
    `${outFile} was not written by codegen, so it is not overwritten.`,
    {
      blame: 'developer',
      hint: 'Set another path with --out, or remove the file.',
    },
  );
}
