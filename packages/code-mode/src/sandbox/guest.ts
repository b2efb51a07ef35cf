/** What the program's side of the sandbox gets. Texts are JSON. */
export interface GuestConfig {
  readonly tools: readonly string[];
  readonly now: number;
  readonly seed: number;
  readonly store: string;
  /** How many characters of a line of the log, and of an exception, leave the sandbox. */
  readonly maxLog: number;
  readonly maxError: number;
  /** The maximum weight of the arguments of a call; see `WEIGHTS`. */
  readonly maxWeight: number;
  readonly weights: { readonly part: number; readonly manyMembers: number };
  readonly maxDigits: number;
}

/** What the host's side of the sandbox gives. */
export interface GuestHost {
  /**
   * Sends a message out of the sandbox: a call with its number, tool and arguments; arguments that are too large; the result and the store; an
   * exception or a line of the log, each with its length before it was cut.
   */
  send(
    type: 'call' | 'heavy' | 'returned' | 'thrown' | 'log',
    first: string,
    second: string,
    third: string,
  ): void;
  /** Returns an address as the host writes it, or undefined if it is none. */
  hrefOf(text: string): string | undefined;
}

export interface Guest {
  /** Starts the program. */
  run(program: () => unknown): void;
  /** Answers a call: `[id, value]` or `[id, null, message]`, as JSON. */
  answer(text: string): void;
}

/**
 * Prepares a fresh global object for one program, and returns the functions that the host calls. This function is sent to the sandbox as
 * text, so it must not refer to anything outside itself.
 *
 * The program can change each prototype and each global. So what leaves the sandbox is made of values without a prototype, by functions that
 * are kept here and called by `apply`: no method of a value, no iterator, and no property that a value may lack.
 */
export function installGuest(configText: string, { send, hrefOf }: GuestHost): Guest {
  const { parse, stringify } = JSON;
  const { freeze, defineProperty, entries, keys, fromEntries, create, hasOwn, setPrototypeOf } = Object;
  const { apply, construct, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { isArray } = Array;
  const [NativeDate, NativeMap, NativeSet, NativeRegExp, Bytes, NativePromise, NativeError, Type] = [
    Date,
    Map,
    Set,
    RegExp,
    Uint8Array,
    Promise,
    Error,
    TypeError,
  ];
  const [text, number, big] = [String, Number, BigInt];
  const { isFinite: finite } = Number;
  const { slice } = String.prototype;
  const { getTime } = Date.prototype;
  const { forEach: eachEntry, set: setEntry } = Map.prototype;
  const { forEach: eachItem, add: addItem } = Set.prototype;
  const { get: getHref, set: setHref } = WeakMap.prototype;
  const getterOf = (prototype: object, name: string): (() => unknown) =>
    getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
  const sourceOf = getterOf(NativeRegExp.prototype, 'source');
  const flagsOf = getterOf(NativeRegExp.prototype, 'flags');
  const lengthOf = getterOf(getPrototypeOf(Bytes.prototype) ?? {}, 'length');
  const config = parse(configText) as GuestConfig;
  const { weights } = config;
  const world = globalThis as unknown as Record<string, unknown>;
  const fixed = (name: string, value: unknown): void => {
    defineProperty(globalThis, name, { value, writable: false, configurable: false, enumerable: false });
  };

  // Code that the compiler has not seen, and what depends on the machine.
  const makers = [() => {}, async () => {}, function* () {}, async function* () {}];
  const refuse = function refused(): never {
    throw new Type('Programs cannot create code from text.');
  };
  for (const maker of makers)
    defineProperty(Object.getPrototypeOf(maker), 'constructor', { value: refuse, configurable: false });
  for (const name of [
    'eval',
    'WeakRef',
    'FinalizationRegistry',
    'SharedArrayBuffer',
    'Atomics',
    'gc',
    'print',
  ])
    delete world[name];
  fixed('Function', refuse);

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
  fixed('URL', ProgramUrl);

  // Time stands still in a program: it must do the same each time. The time zone of the engine is UTC.
  const ProgramDate = function ProgramDate(this: unknown, ...given: unknown[]): unknown {
    if (new.target === undefined) return text(new NativeDate(config.now));
    return construct(NativeDate, given.length === 0 ? [config.now] : given, new.target);
  } as unknown as DateConstructor;
  defineProperty(ProgramDate, 'name', { value: 'Date' });
  defineProperty(ProgramDate, 'prototype', { value: NativeDate.prototype });
  defineProperty(NativeDate.prototype, 'constructor', { value: ProgramDate });
  ProgramDate.now = () => config.now;
  ProgramDate.UTC = NativeDate.UTC;
  ProgramDate.parse = NativeDate.parse;
  fixed('Date', ProgramDate);

  // Mulberry32: small, and the same on each machine.
  let state = config.seed;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

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
      if (digits.length > config.maxDigits)
        throw new Type(`A bigint of more than ${config.maxDigits} digits cannot leave the program.`);
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

  class ToolError extends Error {
    override readonly name = 'ToolError';
    readonly tool: string;
    constructor(message: string, tool: string) {
      super(message);
      this.tool = tool;
    }
  }
  fixed('ToolError', ToolError);

  const open = create(null) as Record<
    string,
    {
      readonly name: string;
      readonly resolve: (value: unknown) => void;
      readonly reject: (error: unknown) => void;
    }
  >;
  let count = 0;
  const call = (name: string, args: unknown): Promise<unknown> =>
    new NativePromise((resolve, reject) => {
      // A getter of the arguments may make calls as well.
      const before = weightLeft;
      weightLeft = config.maxWeight;
      let written: string;
      try {
        written = stringify(write(args, 0));
      } catch (error) {
        if (weightLeft < 0) send('heavy', '', '', '');
        throw error;
      } finally {
        weightLeft = before;
      }
      count += 1;
      open[count] = { name, resolve, reject };
      send('call', text(count), name, written);
    });
  const tools = create(null) as Record<string, (args?: unknown) => Promise<unknown>>;
  for (const name of config.tools) tools[name] = (args = {}) => call(name, args);
  fixed('tools', freeze(tools));
  fixed('store', read(parse(config.store)) ?? {});
  const { store } = world;

  // What is thrown and logged may run code of the program when it is read.
  const hidden = 'a value that cannot be shown';
  const show = (value: unknown): string => {
    try {
      if (typeof value === 'string') return value;
      if (value instanceof NativeError) return `${value.name}: ${value.message}`;
      return stringify(value, (_, one) => (typeof one === 'bigint' ? text(one) : one)) ?? text(value);
    } catch {
      try {
        return text(value);
      } catch {
        return hidden;
      }
    }
  };
  const cut = (given: string, max: number): string => apply(slice, given, [0, max]);
  const log = (...values: unknown[]): void => {
    let line = '';
    for (let n = 0; n < values.length; n += 1) line += (n === 0 ? '' : ' ') + show(values[n]);
    send('log', cut(line, config.maxLog), text(line.length), '');
  };
  const levels = ['log', 'info', 'warn', 'error', 'debug'];
  fixed('console', freeze(fromEntries(levels.map((level) => [level, log]))));

  const isError = (error: unknown): boolean => {
    try {
      return error instanceof NativeError;
    } catch {
      return false;
    }
  };
  const fail = (opening: string, error: unknown): void => {
    const shown = show(error);
    const message = `${opening}${isError(error) && shown !== hidden ? '' : 'The program threw '}${shown}`;
    send('thrown', cut(message, config.maxError), text(message.length), '');
  };
  return {
    async run(program) {
      let value: unknown;
      try {
        value = await program();
      } catch (error) {
        return fail('', error);
      }
      let written: string;
      let left: string;
      try {
        written = stringify(write(value, 0));
        left = stringify(write(store, 0));
      } catch (error) {
        return fail('The result cannot leave the program. ', error);
      }
      send('returned', written, left, '');
    },
    answer(answerText) {
      const given = parse(answerText) as [number, unknown, string?];
      const asked = open[given[0]];
      delete open[given[0]];
      if (given.length < 3) asked?.resolve(read(given[1]));
      else asked?.reject(new ToolError(given[2] ?? '', asked.name));
    },
  };
}
