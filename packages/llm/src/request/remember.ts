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

/** The same for two switches: each of the four values is made when it is first needed. */
export function rememberBySwitches<Value>(
  make: (first: boolean, second: boolean) => Value,
): (first: boolean, second: boolean) => Value {
  const made: Value[] = [];
  return (first, second) => {
    const index = Number(first) * 2 + Number(second);
    made[index] ??= make(first, second);
    return made[index];
  };
}
