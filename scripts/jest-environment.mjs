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
  }

  teardown() {
    const { env, folder, argv, exitCode, exit, globals } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(folder);
    Object.assign(process, { argv, exitCode, exit });
    restoreGlobals(globals);
  }
}

function restoreGlobals(before) {
  for (const [name, was] of Object.entries(before)) {
    const is = Object.getOwnPropertyDescriptor(globalThis, name);
    if (is?.value !== was.value || is?.get !== was.get) Object.defineProperty(globalThis, name, was);
  }
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (!(symbol in before) && OF_SUITE.test(Symbol.keyFor(symbol) ?? '')) delete globalThis[symbol];
}

/** What Jest's framework keeps in the globals for a suite, such as its tests, and our modules, such as the secrets of the process. */
const OF_SUITE =
  /^(?:|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|RETRY_\w+|WAIT_BEFORE_RETRY|LOG_ERRORS_BEFORE_RETRY|toolwright\..*)$/;
