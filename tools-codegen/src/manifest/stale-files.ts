import type { GenerateResult } from '../generate-result.js';
import { GENERATED_BY } from './header.js';
import { readManifest } from './read-manifest.js';

/** A file that is not as codegen would leave it. */
export interface StaleFile {
  /** Absolute. */
  readonly file: string;
  /** What is there; undefined where nothing is. */
  readonly old: string | undefined;
  /** What should be there; undefined where nothing should. */
  readonly text: string | undefined;
}

/**
 * What there is to write, in that order: the manifest imports the validators.
 * @throws ToolwrightError `OUTPUT_FAILED` when a file is there and cannot be read.
 */
export function findStaleFiles({ output, outFile, validators }: GenerateResult): StaleFile[] {
  const manifest = { file: outFile, old: readManifest(outFile), text: output };
  const beside = { file: validators.file, old: readManifest(validators.file), text: validators.output };
  // A file of that name that codegen did not make is in nobody's way, unless there is something to put there.
  const isForeign = beside.text === undefined && !beside.old?.startsWith(GENERATED_BY);
  const files = isForeign ? [manifest] : beside.text === undefined ? [manifest, beside] : [beside, manifest];
  return files.filter(({ old, text }) => old !== text);
}
