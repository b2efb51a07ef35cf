/** Jest's runner, which first makes the modules that the tests of a run share. */
import { createRequire } from 'node:module';
import { bundleTests } from './test-bundle.mjs';

const { default: TestRunner } = createRequire(import.meta.url)('jest-runner');

export default class extends TestRunner {
  async runTests(tests, ...rest) {
    process.env.TOOLWRIGHT_TEST_MODULES = await bundleTests(tests.map(({ path }) => path));
    return super.runTests(tests, ...rest);
  }
}
