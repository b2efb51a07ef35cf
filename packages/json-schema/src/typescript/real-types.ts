/** The types of values without parts that are no JSON, by the kind of their codec. */
export const REAL_TYPES: ReadonlyMap<string, string> = new Map([
  ['date', 'Date'],
  ['bigint', 'bigint'],
  ['bytes', 'Uint8Array'],
  ['regexp', 'RegExp'],
  ['url', 'URL'],
]);
