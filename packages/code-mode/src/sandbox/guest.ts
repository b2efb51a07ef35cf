/** What the program's side of the sandbox gets. Texts are JSON. */
export interface GuestConfig {
  readonly tools: readonly string[];
  readonly now: number;
  readonly seed: number;
  readonly store: string;
  readonly maxLogs: number;
}

/** Sends a message out of the sandbox: a call, the end, or a line of the log. */
export type Send = (
  type: 'call' | 'returned' | 'thrown' | 'log' | 'lost',
  first: string,
  second: string,
) => void;

export interface Guest {
  /** Starts the program. */
  run(program: () => unknown): void;
  /** Answers a call: `[id, value]` or `[id, null, message]`, as JSON. */
  answer(text: string): void;
}

/**
 * Prepares a fresh global object for one program, and returns the functions that the host calls. This function is sent to the sandbox as
 * text, so it must not refer to anything outside itself. Everything that it needs later, it keeps before the program can change it.
 */
export function installGuest(configText: string, send: Send): Guest {
  const { parse, stringify } = JSON;
  const { freeze, defineProperty, entries, fromEntries, create, hasOwn } = Object;
  const { isArray, from } = Array;
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
  const config = parse(configText) as GuestConfig;
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

  class ProgramUrl {
    readonly href: string;
    constructor(href: unknown) {
      this.href = text(href);
    }
    toString(): string {
      return this.href;
    }
    toJSON(): string {
      return this.href;
    }
  }
  fixed('URL', ProgramUrl);

  // Time stands still in a program, and its time zone is UTC: it must do the same each time.
  const readTime = (given: unknown[]): number => {
    const [first] = given;
    if (given.length === 0) return config.now;
    if (given.length > 1) return NativeDate.UTC(...(given as [number, number]));
    if (typeof first === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(first))
      return NativeDate.parse(`${first}Z`);
    return new NativeDate(first as string).getTime();
  };
  const ProgramDate = function ProgramDate(this: unknown, ...given: unknown[]): unknown {
    const date = new NativeDate(readTime(given));
    return new.target === undefined ? date.toUTCString() : date;
  } as unknown as DateConstructor;
  const dates = NativeDate.prototype as unknown as Record<string, unknown>;
  for (const part of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']) {
    dates[`get${part}`] = dates[`getUTC${part}`];
    if (part !== 'Day') dates[`set${part}`] = dates[`setUTC${part}`];
  }
  dates.getTimezoneOffset = () => 0;
  defineProperty(dates, 'toString', { value: dates.toUTCString });
  dates.constructor = ProgramDate;
  defineProperty(ProgramDate, 'prototype', { value: NativeDate.prototype });
  ProgramDate.now = () => config.now;
  ProgramDate.UTC = NativeDate.UTC;
  ProgramDate.parse = (given) => readTime([given]);
  fixed('Date', ProgramDate);

  // Mulberry32: small, and the same on each machine.
  let state = config.seed;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  const write = (value: unknown, depth: number): unknown => {
    if (depth > 500) throw new Type('The value is circular or nested too deeply.');
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return finite(value) ? value : { $: 'number', v: text(value) };
    if (typeof value === 'bigint') return { $: 'bigint', v: text(value) };
    if (value === undefined) return { $: 'undefined' };
    if (typeof value !== 'object') throw new Type(`A ${typeof value} cannot leave the program.`);
    const items = (list: ArrayLike<unknown> | Iterable<unknown>): unknown[] =>
      from(list as Iterable<unknown>, (item) => write(item, depth + 1));
    if (isArray(value)) return items(value);
    if (value instanceof NativeDate) return { $: 'date', v: value.getTime() };
    if (value instanceof NativeMap) return { $: 'map', v: items(value) };
    if (value instanceof NativeSet) return { $: 'set', v: items(value) };
    if (value instanceof ProgramUrl) return { $: 'url', v: value.href };
    if (value instanceof NativeRegExp) return { $: 'regexp', v: [value.source, value.flags] };
    if (value instanceof Bytes) return { $: 'bytes', v: from(value) };
    if (value instanceof NativeError) return { name: value.name, message: value.message };
    const members = entries(value).filter(([, member]) => member !== undefined);
    if ('$' in value) return { $: 'object', v: items(members) };
    return fromEntries(members.map(([name, member]) => [name, write(member, depth + 1)]));
  };
  // biome-ignore lint/suspicious/noExplicitAny: the host wrote the value.
  const read = (wire: any): any => {
    if (typeof wire !== 'object' || wire === null) return wire;
    if (isArray(wire)) return wire.map(read);
    if (!hasOwn(wire, '$')) return fromEntries(entries(wire).map(([name, member]) => [name, read(member)]));
    const { v } = wire;
    switch (wire.$) {
      case 'number':
        return number(v);
      case 'bigint':
        return big(v);
      case 'date':
        return new NativeDate(v === null ? number.NaN : v);
      case 'map':
        return new NativeMap(v.map(read));
      case 'set':
        return new NativeSet(v.map(read));
      case 'url':
        return new ProgramUrl(v);
      case 'regexp':
        return new NativeRegExp(v[0], v[1]);
      case 'bytes':
        return Bytes.from(v as number[]);
      case 'object':
        return fromEntries(v.map(read));
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

  const open = new NativeMap<
    number,
    {
      readonly name: string;
      readonly resolve: (value: unknown) => void;
      readonly reject: (error: unknown) => void;
    }
  >();
  let count = 0;
  const tools = create(null) as Record<string, (args?: unknown) => Promise<unknown>>;
  for (const name of config.tools)
    tools[name] = (args = {}) =>
      new NativePromise((resolve, reject) => {
        const written = stringify(write(args, 0));
        count += 1;
        open.set(count, { name, resolve, reject });
        send('call', `${count}`, stringify({ name, args: parse(written) }));
      });
  fixed('tools', freeze(tools));
  fixed('store', read(parse(config.store)) ?? {});
  const { store } = world;

  const show = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (value instanceof NativeError) return `${value.name}: ${value.message}`;
    try {
      return stringify(value, (_, one) => (typeof one === 'bigint' ? text(one) : one)) ?? text(value);
    } catch {
      return text(value);
    }
  };
  let left = config.maxLogs;
  const log = (...values: unknown[]): void => {
    const line = values.map(show).join(' ');
    // The end of the line counts as well.
    const fits = line.length < left;
    if (fits) send('log', line, '');
    else send('lost', line.slice(left), line.slice(0, left));
    left = fits ? left - line.length - 1 : 0;
  };
  const levels = ['log', 'info', 'warn', 'error', 'debug'];
  fixed('console', freeze(fromEntries(levels.map((level) => [level, log]))));

  const describe = (error: unknown): string => {
    if (!(error instanceof NativeError)) return `The program threw ${show(error)}`;
    return `${error.name}: ${error.message}`;
  };
  return {
    run(program) {
      new NativePromise((resolve) => {
        resolve(program());
      }).then(
        (value) => {
          let written: [string, string];
          try {
            written = [stringify(write(value, 0)), stringify(write(store, 0))];
          } catch (error) {
            send('thrown', `The result cannot leave the program. ${describe(error)}`, '');
            return;
          }
          send('returned', written[0], written[1]);
        },
        (error) => send('thrown', describe(error), ''),
      );
    },
    answer(answerText) {
      const [id, value, message] = parse(answerText) as [number, unknown, string?];
      const call = open.get(id);
      open.delete(id);
      if (message === undefined) call?.resolve(read(value));
      else call?.reject(new ToolError(message, call.name));
    },
  };
}
