import { assertFetch } from './assert-fetch.js';

/** In place of `default-fetch.ts` in bundles, which do not contain undici. The global `fetch` is looked up for each request. */
export const defaultFetch: typeof globalThis.fetch = async (input, init) => {
  assertFetch();
  return globalThis.fetch(input, init);
};
