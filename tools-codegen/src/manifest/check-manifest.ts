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
 * Compares the files on disk with the modules. Ignores line endings, which Git may have changed, and the line numbers of tools, so that
 * adding a comment above a class does not make a module stale.
 */
export function checkManifest(result: GenerateResult): ManifestCheck {
  const stale = findStaleFiles(result).filter(
    ({ old, text }) => withoutLines(unified(old)) !== withoutLines(text),
  );
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

/** Matches the member `source` of each spec at its fixed depth in the module, where no user text occurs. */
const LINE = /^( {8}source: \{ file: .*, line: )\d+( \},)$/gm;

function withoutLines(text: string | undefined): string | undefined {
  return text?.replaceAll(LINE, '$1…$2');
}
