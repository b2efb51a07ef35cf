/** Creates a value once for each key, and keeps it as long as the key lives. */
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

/** Creates a value for each state of a switch when it is first needed. */
export function rememberBySwitch<Value>(make: (on: boolean) => Value): (on: boolean) => Value {
  const made: Value[] = [];
  return (on) => {
    made[Number(on)] ??= make(on);
    // It was created above.
    return made[Number(on)] as Value;
  };
}
