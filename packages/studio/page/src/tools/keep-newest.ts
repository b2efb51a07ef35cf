const MOST = 200;

/** Sets an entry of a map, and removes the entry that was set first if there are more than 200. */
export function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}
