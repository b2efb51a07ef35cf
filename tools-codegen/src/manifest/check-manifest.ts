import path from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { slashed } from '../compiler/slashed.js';
import type { GenerateResult } from '../generate.js';
import { readManifest } from './write-manifest.js';

export interface ManifestCheck {
  /** The committed file is what codegen would write, and codegen found no errors. */
  readonly ok: boolean;
  /** Unified diff from the committed file to what codegen would write; empty where they agree. */
  readonly diff: string;
}

/** Compares the file on disk with the module, line ends apart: Git may have changed those. */
export function checkManifest({ ok, output, outFile, projectDir }: GenerateResult): ManifestCheck {
  const committed = readManifest(outFile)?.replaceAll('\r\n', '\n');
  if (committed === output) return { ok, diff: '' };
  const name = slashed(path.relative(projectDir, outFile));
  const before = committed === undefined ? '/dev/null' : name;
  const patch = createTwoFilesPatch(before, name, committed ?? '', output, 'committed', 'from source');
  return { ok: false, diff: patch.slice(patch.indexOf('--- ')) };
}
