/** What the arguments of a call may be. */
export interface ValueLimits {
  /** The maximum weight of the arguments of a call; see `WEIGHTS`. */
  readonly maxWeight: number;
  readonly weights: { readonly part: number; readonly manyMembers: number };
  readonly maxDigits: number;
}

/** Translates the values of a program to JSON and back, as `toWire` and `fromWire` do for the host. */
interface GuestValues {
  readonly ProgramUrl: new (given: unknown) => { readonly href: string };
  write(value: unknown): string;
  /** Returns undefined if the arguments weigh too much. */
  writeArguments(value: unknown): string | undefined;
  /** Reads parsed JSON of the host, in its place. */
  // biome-ignore lint/suspicious/noExplicitAny: the host wrote the value.
  read(wire: any): any;
}

/** Is sent to the sandbox as text like `installGuest`, and follows the same rules. */
export function createGuestValues(
  { maxWeight, weights, maxDigits }: ValueLimits,
  hrefOf: (text: string) => string | undefined,
): GuestValues {
  const { stringify } = JSON;
  const { entries, keys, fromEntries, create, hasOwn, setPrototypeOf } = Object;
  const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { isArray } = Array;
  const [NativeDate, NativeMap, NativeSet, NativeRegExp] = [Date, Map, Set, RegExp];
  const [Bytes, NativeError, Type] = [Uint8Array, Error, TypeError];
  const [text, number, big] = [String, Number, BigInt];
  const { isFinite: finite } = Number;
  const { getTime } = Date.prototype;
  const { forEach: eachEntry, set: setEntry } = Map.prototype;
  const { forEach: eachItem, add: addItem } = Set.prototype;
  const { get: getHref, set: setHref } = WeakMap.prototype;
  const getterOf = (prototype: object, name: string): (() => unknown) =>
    getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
  const sourceOf = getterOf(NativeRegExp.prototype, 'source');
  const flagsOf = getterOf(NativeRegExp.prototype, 'flags');
  const lengthOf = getterOf(getPrototypeOf(Bytes.prototype) ?? {}, 'length');

  const hrefs = new WeakMap<object, string>();
  const hrefIn = (value: object): string | undefined => apply(getHref, hrefs, [value]);
  class ProgramUrl {
    constructor(given: unknown) {
      const href = hrefOf(text(given));
      if (href === undefined) throw new Type(`'${text(given)}' is not an absolute address with a protocol.`);
      apply(setHref, hrefs, [this, href]);
    }
    get href(): string {
      return hrefIn(this) ?? '';
    }
    toString(): string {
      return this.href;
    }
    toJSON(): string {
      return this.href;
    }
  }
  const bare = (): unknown[] => setPrototypeOf([], null);
  const marked = (kind: string, v?: unknown): unknown => {
    const made = create(null);
    made.$ = kind;
    if (v !== undefined) made.v = v;
    return made;
  };
  /** What the arguments of a call may still weigh. Results have a limit for their text alone. */
  let weightLeft = Number.POSITIVE_INFINITY;
  const weigh = (weight: number): void => {
    weightLeft -= weight;
    if (weightLeft < 0) throw new Type('The arguments have too many parts.');
  };
  const write = (value: unknown, depth: number): unknown => {
    if (depth > 500) throw new Type('The value is circular or nested too deeply.');
    weigh(typeof value === 'object' ? weights.part : weights.part / 4);
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return finite(value) ? value : marked('number', text(value));
    if (typeof value === 'bigint') {
      const digits = text(value);
      if (digits.length > maxDigits)
        throw new Type(`A bigint of more than ${maxDigits} digits cannot leave the program.`);
      return marked('bigint', digits);
    }
    if (value === undefined) return marked('undefined');
    if (typeof value !== 'object') throw new Type(`A ${typeof value} cannot leave the program.`);
    const list = bare();
    const add = (item: unknown): void => {
      list[list.length] = write(item, depth + 1);
    };
    const addPair = (first: unknown, second: unknown): void => {
      const pair = bare();
      pair[0] = write(first, depth + 2);
      pair[1] = write(second, depth + 2);
      list[list.length] = pair;
    };
    if (isArray(value)) {
      const length = number(value.length);
      for (let n = 0; n < length; n += 1) add(value[n]);
      return list;
    }
    if (value instanceof NativeDate) return marked('date', apply(getTime, value, []));
    if (value instanceof NativeMap) {
      apply(eachEntry, value, [(member: unknown, key: unknown) => addPair(key, member)]);
      return marked('map', list);
    }
    if (value instanceof NativeSet) {
      apply(eachItem, value, [add]);
      return marked('set', list);
    }
    const href = hrefIn(value);
    if (href !== undefined) return marked('url', href);
    if (value instanceof NativeRegExp) {
      add(text(apply(sourceOf, value, [])));
      add(text(apply(flagsOf, value, [])));
      return marked('regexp', list);
    }
    if (value instanceof Bytes) {
      const length = number(apply(lengthOf, value, []));
      for (let n = 0; n < length; n += 1) add(value[n]);
      return marked('bytes', list);
    }
    const made = create(null);
    if (value instanceof NativeError) {
      made.name = text(value.name);
      made.message = text(value.message);
      return made;
    }
    const isMarked = hasOwn(value, '$');
    const members = entries(value);
    for (let n = 0; n < members.length; n += 1) {
      const pair = members[n] as [string, unknown];
      if (pair[1] === undefined) continue;
      if (n >= weights.manyMembers) weigh(weights.part * 2);
      if (isMarked) addPair(pair[0], pair[1]);
      else made[pair[0]] = write(pair[1], depth + 1);
    }
    return isMarked ? marked('object', list) : made;
  };
  // biome-ignore lint/suspicious/noExplicitAny: the host wrote the value.
  const read = (wire: any): any => {
    if (typeof wire !== 'object' || wire === null) return wire;
    if (!isArray(wire) && hasOwn(wire, '$')) return readMarked(wire.$, wire.v);
    const names = keys(wire);
    for (let n = 0; n < names.length; n += 1) {
      const name = names[n] as string;
      wire[name] = read(wire[name]);
    }
    return wire;
  };
  // biome-ignore lint/suspicious/noExplicitAny: the host wrote the value.
  const readMarked = (kind: string, v: any): unknown => {
    const list = isArray(v) ? read(v) : [];
    const made = kind === 'map' ? new NativeMap() : new NativeSet();
    switch (kind) {
      case 'number':
        return number(v);
      case 'bigint':
        return big(v);
      case 'date':
        return new NativeDate(v === null ? number.NaN : v);
      case 'map':
        for (let n = 0; n < list.length; n += 1) apply(setEntry, made, list[n]);
        return made;
      case 'set':
        for (let n = 0; n < list.length; n += 1) apply(addItem, made, [list[n]]);
        return made;
      case 'url':
        return new ProgramUrl(v);
      case 'regexp':
        return new NativeRegExp(list[0], list[1]);
      case 'bytes':
        return new Bytes(list);
      case 'object':
        return fromEntries(list);
      default:
        return undefined;
    }
  };

  return {
    ProgramUrl,
    write: (value) => stringify(write(value, 0)),
    writeArguments(value) {
      // A getter of the arguments may make calls as well.
      const before = weightLeft;
      weightLeft = maxWeight;
      try {
        return stringify(write(value, 0));
      } catch (error) {
        if (weightLeft < 0) return undefined;
        throw error;
      } finally {
        weightLeft = before;
      }
    },
    read,
  };
}
