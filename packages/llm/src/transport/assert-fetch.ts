import { ToolwrightError } from '@toolwright/contract';
import { isBrowser } from './is-browser.js';

/** @throws ToolwrightError `UNSUPPORTED` where clients need a `fetch` from the program: without a global one, and in pages */
export function assertFetch(): void {
  if (globalThis.fetch === undefined) throw needsFetch(`This platform has no 'fetch', which sends requests.`);
  if (isBrowser()) throw needsFetch('In a browser, everyone can read the key of a client.');
}

function needsFetch(problem: string): ToolwrightError {
  const hint =
    'Pass a function that sends requests, e.g. to a server of yours: createClient({ …, runtime: { fetch } }).';
  return new ToolwrightError('UNSUPPORTED', `${problem} ${hint}`, { blame: 'developer', hint });
}
