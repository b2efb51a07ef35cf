/** Restores what a test file changes in its process for the next one: variables, folder, globals, exit code, listeners, async contexts. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { statSync } from 'node:fs';

/** The async contexts in use. On Node 20, each one that stays enabled makes every promise of the process slower. */
const contexts = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  contexts.add(this);
  return run.apply(this, args);
};

/**
 * The events of the process that packages listen to. `@openai/agents` does so when it is imported: on `SIGTERM` it ends the process itself, long
 * after its suite, when Jest replaces the worker.
 */
const EVENTS = ['SIGINT', 'SIGTERM', 'beforeExit', 'unhandledRejection'];

export default class {
  #before = {
    env: { ...process.env },
    folder: process.cwd(),
    argv: process.argv,
    exitCode: process.exitCode,
    exit: process.exit,
    listeners: EVENTS.map((event) => process.rawListeners(event)),
    globals: Object.getOwnPropertyDescriptors(globalThis),
  };
  global = globalThis;

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  setup() {
    // As everywhere else; Jest sets it to 100.
    Error.stackTraceLimit = 10;
    removeOfSuite(this.#before.globals);
    // Node imports packages without following their links if the last file that was looked at was a pipe or a socket.
    // https://github.com/nodejs/node/issues/51142
    statSync(this.#before.folder);
  }

  teardown() {
    const { env, folder, argv, exitCode, exit, listeners, globals } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(folder);
    Object.assign(process, { argv, exitCode, exit });
    for (const [index, event] of EVENTS.entries())
      for (const listener of process.rawListeners(event))
        if (!listeners[index].includes(listener)) process.removeListener(event, listener);
    restoreGlobals(globals);
    removeOfSuite(globals);
    // The next `run` enables them again.
    for (const context of contexts) context.disable();
    contexts.clear();
  }
}

function restoreGlobals(before) {
  for (const [name, was] of Object.entries(before)) {
    const is = Object.getOwnPropertyDescriptor(globalThis, name);
    if (is?.value !== was.value || is?.get !== was.get) Object.defineProperty(globalThis, name, was);
  }
}

/** Also what an earlier suite has left after its end. */
function removeOfSuite(before) {
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    const key = Symbol.keyFor(symbol);
    if (key === undefined ? !(symbol in before) : OF_SUITE.test(key)) delete globalThis[symbol];
  }
}

/** What Jest's framework keeps in the globals for a suite, such as its tests, and our modules, such as the secrets of the process. */
const OF_SUITE =
  /^(?:EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|RETRY_\w+|WAIT_BEFORE_RETRY|LOG_ERRORS_BEFORE_RETRY|toolwright\..*)$/;
