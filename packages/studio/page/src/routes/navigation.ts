import { signal } from '@preact/signals';
import { formatRoute, parseRoute, type Route } from './route.js';

/** The route of the address bar. */
export const route = signal<Route>(parseRoute(location.hash));

/** Follows the address bar: links, back and forward. */
export function followAddress(): void {
  // The address may have lost its token since.
  route.value = parseRoute(location.hash);
  window.addEventListener('hashchange', () => {
    route.value = parseRoute(location.hash);
  });
}

/** @param replace without a new entry in the history, for moves such as arrow keys in a list */
export function navigate(to: Route, { replace = false } = {}): void {
  const address = formatRoute(to);
  if (address === location.hash) return;
  if (replace) history.replaceState(null, '', address);
  else location.hash = address;
  // The event of the new address comes later; the next key may come before it.
  route.value = to;
}
