import type { createGuestValues, ValueLimits } from './guest-values.js';

/** What the program's side of the sandbox gets. Texts are JSON. */
export interface GuestConfig extends ValueLimits {
  readonly tools: readonly string[];
  readonly now: number;
  readonly seed: number;
  readonly store: string;
  /** How many characters of a line of the log, and of an exception, leave the sandbox. */
  readonly maxLog: number;
  readonly maxError: number;
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
export function installGuest(
  configText: string,
  { send, hrefOf }: GuestHost,
  createValues: typeof createGuestValues,
): Guest {
  const { parse, stringify } = JSON;
  const { freeze, defineProperty, fromEntries, create } = Object;
  const { apply, construct } = Reflect;
  const [NativeDate, NativePromise, NativeError, Type] = [Date, Promise, Error, TypeError];
  const text = String;
  const { slice } = String.prototype;
  const config = parse(configText) as GuestConfig;
  const values = createValues(config, hrefOf);
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

  fixed('URL', values.ProgramUrl);

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
      const written = values.writeArguments(args);
      if (written === undefined) return send('heavy', '', '', '');
      count += 1;
      open[count] = { name, resolve, reject };
      send('call', text(count), name, written);
    });
  const tools = create(null) as Record<string, (args?: unknown) => Promise<unknown>>;
  for (const name of config.tools) tools[name] = (args = {}) => call(name, args);
  fixed('tools', freeze(tools));
  fixed('store', values.read(parse(config.store)) ?? {});
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
  const log = (...given: unknown[]): void => {
    let line = '';
    for (let n = 0; n < given.length; n += 1) line += (n === 0 ? '' : ' ') + show(given[n]);
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
        written = values.write(value);
        left = values.write(store);
      } catch (error) {
        return fail('The result cannot leave the program. ', error);
      }
      send('returned', written, left, '');
    },
    answer(answerText) {
      const given = parse(answerText) as [number, unknown, string?];
      const asked = open[given[0]];
      delete open[given[0]];
      if (given.length < 3) asked?.resolve(values.read(given[1]));
      else asked?.reject(new ToolError(given[2] ?? '', asked.name));
    },
  };
}
