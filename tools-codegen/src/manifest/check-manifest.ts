import path from 'node:path';
import { slashed } from '@toolwright/program';
import { createTwoFilesPatch } from 'diff';
import type { GenerateResult } from '../generate-result.js';
import { findStaleFiles, type StaleFile } from './stale-files.js';

/** Whether the generated modules are up to date, and the differences. */
export interface ManifestCheck {
  /** True if codegen found no errors and the committed files match its output. */
  readonly ok: boolean;
  /** A unified diff from the committed files to codegen's output; empty if they are equal. */
  readonly diff: string;
  /** Absolute paths of the files that differ. */
  readonly stale: readonly string[];
}

/**
 * Compares the files on disk with the modules. Ignores line endings, which Git may have changed.
 */
export function checkManifest(result: GenerateResult): ManifestCheck {
  const stale = findStaleFiles(result).filter(({ old, text }) => unified(old) !== text);
  return {
    ok: result.ok && stale.length === 0,
    diff: stale.map((file) => diffOf(file, result.projectDir)).join(''),
    stale: stale.map(({ file }) => file),
  };
}

function diffOf({ file, old, text }: StaleFile, projectDir: string): string {
  const name = slashed(path.relative(projectDir, file));
  const nameOf = (side: string | undefined): string => (side === undefined ? '/dev/null' : name);
  const [before, after] = [unified(old) ?? '', text ?? ''];
  const patch = createTwoFilesPatch(nameOf(old), nameOf(text), before, after, 'committed', 'from source');
  return patch.slice(patch.indexOf('--- '));
}

function unified(text: string | undefined): string | undefined {
  return text?.replaceAll('\r\n', '\n');
}
