import { createRequire } from 'node:module';

/**
 * Compiles a glob over paths with forward slashes: `**`, `*`, `?` and `{a,b/**}`. A pattern that names a folder matches all that is in
 * it. Brackets and parentheses stand for themselves: frameworks name folders `[id]` and `(shop)`.
 */
export function compileGlob(pattern: string): (file: string) => boolean {
  picomatch ??= load();
  const plain = pattern.replace(/^\.\//, '').replace(/\/$/, '');
  const literal = plain.replaceAll(/[[\]()+@!|^$\\]/g, '\\$&');
  return picomatch([literal, `${literal}/**`], OPTIONS);
}

const OPTIONS = { dot: true, nonegate: true, noextglob: true } as const;

type Picomatch = typeof import('picomatch');
let picomatch: Picomatch | undefined;

/** A run that the cache answers matches no files. */
function load(): Picomatch {
  return createRequire(import.meta.url)('picomatch') as Picomatch;
}
