import path from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { slashed } from '../compiler/slashed.js';
import type { GenerateResult } from '../generate-result.js';
import { findStaleFiles, type StaleFile } from './stale-files.js';

/** Whether the generated modules are up to date, with the difference. */
export interface ManifestCheck {
  /** The committed files are what codegen would write, and codegen found no errors. */
  readonly ok: boolean;
  /** Unified diff from the committed files to what codegen would write; empty where they agree. */
  readonly diff: string;
  /** Absolute paths of the files that differ. */
  readonly stale: readonly string[];
}

/** Compares the files on disk with the modules, line ends apart: Git may have changed those. */
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
