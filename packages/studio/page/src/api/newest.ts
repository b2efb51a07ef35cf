/** A value that updates of the server set, and replies to requests. */
export interface Newest<Value> {
  /** Takes an update. */
  take(value: Value): void;
  /** Asks for the value. The reply is left out if an update or a later request has come in the meantime: it is older than that. */
  load(ask: () => Promise<Value>): Promise<void>;
}

/** @param set receives the value, never an older one after a newer one */
export function newest<Value>(set: (value: Value) => void): Newest<Value> {
  let latest = 0;
  return {
    take(value) {
      latest += 1;
      set(value);
    },
    async load(ask) {
      latest += 1;
      const own = latest;
      const value = await ask();
      if (own === latest) set(value);
    },
  };
}
