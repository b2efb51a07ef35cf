import { readPlainOptions, SOURCE_FLAGS, SOURCE_VALUES } from '../../plain/plain-options.js';
import type { LockOptions } from './run-lock.js';

/** The usual arguments of `toolwright lock`. */
export function readPlainLock(words: readonly string[]): LockOptions | undefined {
  return readPlainOptions<LockOptions>(words, {
    defaults: { project: 'tsconfig.json', cache: true },
    flags: { ...SOURCE_FLAGS, '--check': { check: true } },
    values: { ...SOURCE_VALUES, '--out': (out) => ({ out }), '-o': (out) => ({ out }) },
  });
}
