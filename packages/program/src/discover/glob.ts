import { createRequire } from 'node:module';
import { ToolwrightError } from '@toolwright/contract';

/**
 * Compiles a glob for paths with forward slashes: `**`, `*`, `?` and `{a,b/**}`. A pattern that names a folder matches everything in it.
 * Brackets and parentheses are literal, because frameworks name folders `[id]` and `(shop)`.
 */
export function compileGlob(pattern: string): (file: string) => boolean {
  picomatch ??= load();
  const plain = pattern.replace(/^\.\//, '').replace(/\/$/, '');
  if (pattern.trim() === '') {
    throw new ToolwrightError('INVALID_CONFIG', 'A pattern in `include` or `exclude` is empty.', {
      blame: 'user',
      hint: 'Specify files, such as src/**/*.ts, or omit the option.',
    });
  }
  // Matches the project's folder and everything in it.
  if (plain === '' || plain === '.') return () => true;
  const literal = plain.replaceAll(/[[\]()+@!|^$\\]/g, '\\$&');
  return picomatch([literal, `${literal}/**`], OPTIONS);
}

const OPTIONS = { dot: true, nonegate: true, noextglob: true } as const;

type Picomatch = typeof import('picomatch');
let picomatch: Picomatch | undefined;

/** Loaded lazily, because a cached run matches no files. */
function load(): Picomatch {
  return createRequire(import.meta.url)('picomatch') as Picomatch;
}
