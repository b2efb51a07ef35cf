/**
 * Lets Node itself load tests and their modules, instead of Jest's module system: the tests of a worker share all modules, so that what they
 * import is loaded once, and is optimised already for the second test. `jest-environment.mjs` keeps tests apart in all else.
 */
const { existsSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

module.exports = class TestRuntime {
  #root;

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  /** The module that `test-bundle.mjs` has made of a test, and whether it shares no modules with others. */
  static find(root, test) {
    const place = path.relative(root, test).replace(/ts$/, 'js');
    const folder = process.env.TOOLWRIGHT_TEST_MODULES;
    const alone = path.join(folder, 'alone', place);
    const isAlone = existsSync(alone);
    return { module: isAlone ? alone : path.join(folder, place), isAlone };
  }

  /** Jest's framework: a new one for each suite, because it holds the suite's tests. */
  requireInternalModule(file) {
    delete require.cache[file];
    return require(file);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(file) {
    const module = file.endsWith('.ts') ? TestRuntime.find(this.#root, file).module : file;
    const { default: setUp } = await import(pathToFileURL(module).href);
    await setUp?.();
  }

  requireModule() {}
  setGlobalsForRuntime() {}
  getSourceMaps() {
    return new Map();
  }
  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
};
