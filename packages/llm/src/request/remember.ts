/** Memoizes a function. Each value is kept for the lifetime of its key. */
export function remember<Key extends object, Value extends object>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Memoizes a function of a boolean. */
export function rememberBySwitch<Value>(make: (on: boolean) => Value): (on: boolean) => Value {
  const made: Value[] = [];
  return (on) => {
    made[Number(on)] ??= make(on);
    // The value was created above.
    return made[Number(on)] as Value;
  };
}
