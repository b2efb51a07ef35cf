import { effect, signal } from '@preact/signals';
import { formatRoute, parseRoute, type Route } from './route.js';

/** The current route, according to the URL. */
export const route = signal<Route>(parseRoute(location.hash));

/** The list of runs as it was last shown, with its filters. */
export const listOfRuns = signal<Route>({ page: 'runs' });
effect(() => {
  const { value } = route;
  if (value.page === 'runs' && value.runId === undefined) listOfRuns.value = value;
});

/** Handles URL changes from links and the back and forward buttons. */
export function followAddress(): void {
  // The token may have been removed from the URL in the meantime.
  route.value = parseRoute(location.hash);
  window.addEventListener('hashchange', () => {
    route.value = parseRoute(location.hash);
  });
}

/** Navigates to a route. @param replace replaces the history entry, e.g. when an arrow key moves the selection in a list */
export function navigate(to: Route, { replace = false } = {}): void {
  const address = formatRoute(to);
  if (address === location.hash) return;
  if (replace) history.replaceState(null, '', address);
  else location.hash = address;
  // `hashchange` fires later, possibly after the next key press, so the route is set immediately.
  route.value = to;
}
