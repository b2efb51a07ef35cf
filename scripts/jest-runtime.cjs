/**
 * Lets Node itself load tests and their modules, instead of Jest's module system: the tests of a worker share all modules, so that what they
 * import is loaded once, and is optimised already for the second test. `jest-environment.mjs` keeps tests apart in all else.
 */
const path = require('node:path');
const { pathToFileURL } = require('node:url');

module.exports = class {
  #root;

  constructor({ rootDir }) {
    this.#root = rootDir;
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
    const { default: setUp } = await import(pathToFileURL(this.#moduleOf(file)).href);
    await setUp?.();
  }

  /** The module that `test-bundle.mjs` has made of a test. */
  #moduleOf(file) {
    if (!file.endsWith('.ts')) return file;
    return path.join(
      process.env.TOOLWRIGHT_TEST_MODULES,
      path.relative(this.#root, file).replace(/ts$/, 'js'),
    );
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
