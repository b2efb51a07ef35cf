/** Jest's runner, which first makes the modules that the tests of a run share. */
import TestRunner from 'jest-runner';
import { bundleTests } from './test-bundle.mjs';

const SLOW = /\/(?:scripts\/installed|page\/test|bundlers)\//;

export default class extends TestRunner {
  async runTests(tests, ...rest) {
    process.env.TOOLWRIGHT_TEST_MODULES = await bundleTests(tests.map(({ path }) => path));
    // What takes minutes begins first, also where Jest knows no times of an earlier run.
    const isSlow = ({ path }) => SLOW.test(path);
    return super.runTests([...tests.filter(isSlow), ...tests.filter((test) => !isSlow(test))], ...rest);
  }
}
