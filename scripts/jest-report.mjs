/** What `npm test` reads in the reports of Jest. */

/** Node's words for a module or package that it does not find. */
const NOT_FOUND = /Cannot find (?:package|module) |ERR_MODULE_NOT_FOUND/;

/** The paths of the suites of which no test ran, because Node did not find a module. */
export function suitesNotLoaded({ testResults }) {
  return testResults
    .filter(
      ({ status, assertionResults, message }) =>
        status === 'failed' && assertionResults.length === 0 && NOT_FOUND.test(message),
    )
    .map(({ name }) => name);
}

/** The tests that passed and failed; a suite that was not loaded is a failure, unless there is a report of its second run. */
export function sumsOf(first, again = undefined) {
  const sums = {
    passed: first.numPassedTests,
    failed: first.numFailedTests + first.numRuntimeErrorTestSuites,
  };
  if (again === undefined) return sums;
  const { passed, failed } = sumsOf(again);
  return {
    passed: sums.passed + passed,
    failed: sums.failed - suitesNotLoaded(first).length + failed,
  };
}
