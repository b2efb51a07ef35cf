/** Makes a value once for each key and keeps it as long as the key lives. */
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

/** The same for a switch: each of the two values is made when it is first needed. */
export function rememberBySwitch<Value>(make: (on: boolean) => Value): (on: boolean) => Value {
  const made: Value[] = [];
  return (on) => {
    made[Number(on)] ??= make(on);
    // It was just made.
    return made[Number(on)] as Value;
  };
}
