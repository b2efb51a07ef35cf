import { createRequire } from 'node:module';
import type { getLibFiles as GetLibFiles, matchFiles as MatchFiles, ts } from '@ts-morph/common';

/**
 * The compiler that ts-morph bundles, and the declaration files of its standard library. Loaded with `require`, because an `import` would
 * first scan megabytes of CommonJS for export names. The rest of ts-morph is not needed.
 */
const bundle = createRequire(import.meta.url)('@ts-morph/common') as {
  readonly ts: typeof ts;
  readonly getLibFiles: typeof GetLibFiles;
  readonly matchFiles: typeof MatchFiles;
}; // the types of the package's own declarations

/** A copy with plain members: the original has getters, and a run reads members millions of times. */
export const typescript: typeof ts = { ...bundle.ts };
export const { getLibFiles, matchFiles } = bundle;
