import { ToolwrightError } from '@toolwright/contract';
import type * as FastCheck from 'fast-check';

export type { FastCheck };

let loaded: typeof FastCheck | undefined;

/**
 * Loads fast-check, an optional peer, when it is first needed. Synchronous, because arbitraries are created where properties are defined.
 * @throws ToolwrightError `MISSING_PACKAGE`
 */
export function fastCheck(): typeof FastCheck {
  loaded ??= loadFastCheck(process.getBuiltinModule('node:module').createRequire(import.meta.url));
  return loaded;
}

/** @param load loads a module by its name, like `require` */
export function loadFastCheck(load: (name: string) => unknown): typeof FastCheck {
  try {
    return load('fast-check') as typeof FastCheck; // its own types
  } catch (error) {
    throw new ToolwrightError('MISSING_PACKAGE', 'Arbitraries need the package fast-check.', {
      blame: 'developer',
      hint: 'Install it: npm install --save-dev fast-check',
      cause: error,
    });
  }
}
