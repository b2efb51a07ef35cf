import TestRuntime from './jest-runtime.cjs';

/** What a test changes of its process is as before for the next test: variables, folder, globals, exit code. */
export default class {
  #before = {
    env: { ...process.env },
    folder: process.cwd(),
    argv: process.argv,
    exitCode: process.exitCode,
    exit: process.exit,
    globals: Object.getOwnPropertyDescriptors(globalThis),
  };
  #isAlone;
  /** What our modules share with copies of themselves, while a suite with its own copies runs. */
  #shared = [];
  global = globalThis;

  constructor({ projectConfig }, { testPath }) {
    this.#isAlone = TestRuntime.find(projectConfig.rootDir, testPath).isAlone;
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  setup() {
    // As everywhere else; Jest sets it to 100.
    Error.stackTraceLimit = 10;
    if (this.#isAlone) this.#shared = takeShared();
  }

  teardown() {
    const { env, folder, argv, exitCode, exit, globals } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(folder);
    Object.assign(process, { argv, exitCode, exit });
    restoreGlobals(globals);
    if (this.#isAlone) {
      takeShared();
      for (const [symbol, value] of this.#shared) globalThis[symbol] = value;
    }
  }
}

/** Removes the members of the globals by which copies of our modules find each other, and returns them. */
function takeShared() {
  const symbols = Object.getOwnPropertySymbols(globalThis).filter((symbol) =>
    /^toolwright\b/.test(Symbol.keyFor(symbol) ?? ''),
  );
  return symbols.map((symbol) => {
    const value = globalThis[symbol];
    delete globalThis[symbol];
    return [symbol, value];
  });
}

function restoreGlobals(before) {
  for (const [name, was] of Object.entries(before)) {
    const is = Object.getOwnPropertyDescriptor(globalThis, name);
    if (is?.value !== was.value || is?.get !== was.get) Object.defineProperty(globalThis, name, was);
  }
  // The tests of a suite that has ended, and what it told Jest about them.
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    const key = Symbol.keyFor(symbol);
    if (!(symbol in before) && (key === undefined || FRAMEWORK.test(key))) delete globalThis[symbol];
  }
}

/** What Jest's framework keeps in the globals of a suite. */
const FRAMEWORK =
  /^(?:EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|RETRY_\w+|WAIT_BEFORE_RETRY|LOG_ERRORS_BEFORE_RETRY)$/;
