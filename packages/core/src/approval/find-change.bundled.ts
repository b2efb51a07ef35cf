import type { findChange as compare } from './find-change.js';

/** In place of `find-change.ts` in bundles, which do not contain what compares schemas: it is large, and rarely needed. */
export const findChange: typeof compare = (_call, _before, { name }) =>
  `'${name}' has changed, and a bundled program cannot tell whether the call still means the same.`;
