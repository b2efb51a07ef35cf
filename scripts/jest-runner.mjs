/** Jest's runner, which first makes the modules that the tests of a run share. */
import TestRunner from 'jest-runner';
import { bundleTests } from './test-bundle.mjs';

export default class extends TestRunner {
  async runTests(tests, ...rest) {
    process.env.TOOLWRIGHT_TEST_MODULES = await bundleTests(tests.map(({ path }) => path));
    return super.runTests(tests, ...rest);
  }
}
