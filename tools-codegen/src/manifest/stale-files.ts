import type { GenerateResult } from '../generate-result.js';
import { GENERATED_BY } from './header.js';
import { readManifest } from './read-manifest.js';

/** A file that differs from codegen's output. */
export interface StaleFile {
  readonly file: string;
  /** The current content; undefined if the file does not exist. */
  readonly old: string | undefined;
  /** The expected content; undefined if the file should not exist. */
  readonly text: string | undefined;
}

/**
 * Finds the files to write, in the order of writing: the manifest imports the validators.
 * @throws ToolwrightError `OUTPUT_FAILED` when an existing file cannot be read.
 */
export function findStaleFiles({ output, outFile, validators }: GenerateResult): StaleFile[] {
  const manifest = { file: outFile, old: readManifest(outFile), text: output };
  const beside = { file: validators.file, old: readManifest(validators.file), text: validators.output };
  // A file with this name that codegen did not write is not touched, unless there are validators to write.
  const isForeign = beside.text === undefined && !beside.old?.startsWith(GENERATED_BY);
  const files = isForeign ? [manifest] : beside.text === undefined ? [manifest, beside] : [beside, manifest];
  return files.filter(({ old, text }) => old !== text);
}
