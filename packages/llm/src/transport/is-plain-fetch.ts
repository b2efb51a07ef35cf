import { channel } from 'node:diagnostics_channel';
import { types } from 'node:util';

/**
 * Whether the global `fetch` is Node's own and sends requests as it does by itself, with nobody looking: not replaced (by a test, or a
 * tracer), no dispatcher of its own (a proxy, certificates, a mock), no proxy in the environment, and no tracer that is told of its
 * requests. What is not certain counts as changed.
 */
export function isPlainFetch(): boolean {
  return (
    isNodes(globalThis.fetch) &&
    !usesEnvProxy() &&
    !REQUESTS.hasSubscribers &&
    findDispatchers().every(isDefault)
  );
}

/** Where tracers hear of requests, and add headers to them: https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md */
const REQUESTS = channel('undici:request:create');

const verdicts = new WeakMap<object, boolean>();

function judgeOnce(thing: object, judge: () => boolean): boolean {
  const verdict = verdicts.get(thing) ?? judge();
  verdicts.set(thing, verdict);
  return verdict;
}

function isNodes(fetch: typeof globalThis.fetch): boolean {
  return judgeOnce(
    fetch,
    () =>
      !types.isProxy(fetch) &&
      Function.prototype.toString.call(fetch).includes('internal/deps/undici/undici'),
  );
}

let envProxy: boolean | undefined;

/** Node looks at both once, when it starts; Deno may refuse to tell. @see https://nodejs.org/api/cli.html#node_use_env_proxy1 */
function usesEnvProxy(): boolean {
  envProxy ??=
    process.env.NODE_USE_ENV_PROXY !== undefined ||
    [...process.execArgv, process.env.NODE_OPTIONS].join(' ').includes('--use-env-proxy');
  return envProxy;
}

/** Where undici, of which Node's `fetch` is a part, keeps what sends its requests, for each of its versions; nothing before the first. */
function findDispatchers(): unknown[] {
  return Object.getOwnPropertySymbols(globalThis)
    .filter(({ description }) => description?.startsWith('undici.globalDispatcher.'))
    .map((symbol) => Reflect.get(globalThis, symbol));
}

/** An agent as it is made without options, whether by Node or by the package undici, and not wrapped since. */
function isDefault(dispatcher: unknown): boolean {
  if (typeof dispatcher !== 'object' || dispatcher === null) return dispatcher === undefined;
  if (Object.hasOwn(dispatcher, 'dispatch')) return false;
  return judgeOnce(dispatcher, () => {
    if (types.isProxy(dispatcher)) return false;
    const name = dispatcher.constructor?.name;
    // undici 8 puts this where older versions look, around what it puts where it looks itself.
    if (name !== 'Agent') return name === 'Dispatcher1Wrapper';
    // Not a class of the same name that extends it.
    const parent: unknown = Object.getPrototypeOf(dispatcher.constructor);
    if (typeof parent !== 'function' || parent.name !== 'DispatcherBase') return false;
    const { options, factory } = namedSymbols(dispatcher);
    return (
      typeof factory === 'function' &&
      factory.name === 'defaultFactory' &&
      typeof options === 'object' &&
      options !== null &&
      Object.values(options).every((value) => value === undefined || value === Number.POSITIVE_INFINITY)
    );
  });
}

function namedSymbols(object: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.getOwnPropertySymbols(object).map((symbol) => [symbol.description, Reflect.get(object, symbol)]),
  );
}
