import path from 'node:path';
import { slashed } from '../compiler/slashed.js';

export interface PathOptions {
  readonly projectDir: string;
  readonly cwd: string;
}

/** Returns a diagnostic's file relative to `cwd`, with forward slashes. */
export function printedPath(file: string, { projectDir, cwd }: PathOptions): string {
  return slashed(path.relative(cwd, path.resolve(projectDir, file)));
}
