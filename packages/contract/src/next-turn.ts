/** Calls a function in the next turn of the event loop, after everything that has already arrived. */
export function inNextTurn(callback: () => void): void {
  // Browsers have no `setImmediate`.
  if (typeof setImmediate === 'function') setImmediate(callback);
  else setTimeout(callback, 0);
}
