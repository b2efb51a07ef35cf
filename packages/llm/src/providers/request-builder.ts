import { isBrowser } from '../transport/is-browser.js';

/**
 * Options of an SDK that only builds requests. Without them, its client needs a global `fetch`, and refuses to be created in a page, where
 * the default `fetch` of our own client refuses to send.
 */
export function builderOptions() {
  return { fetch: doNotSend, ...(isBrowser() && { dangerouslyAllowBrowser: true }) };
}

function doNotSend(): Promise<never> {
  return Promise.reject(new Error('The SDK only builds requests.'));
}
