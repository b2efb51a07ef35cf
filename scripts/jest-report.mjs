/** What `npm test` reads in the reports of Jest. */
import { stripVTControlCharacters } from 'node:util';

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

/** A line for each test and each suite that failed: its file, its name, and the first line of its message. */
export function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const lines = failed.map((test) => `${test.fullName}: ${firstLine(test.failureMessages[0])}`);
    if (lines.length === 0 && status === 'failed') lines.push(firstLine(message));
    return lines.map((line) => `${name}: ${line}`);
  });
}

const firstLine = (text = '') =>
  stripVTControlCharacters(text)
    .trim()
    .replace(/^● Test suite failed to run\s+/, '')
    .split('\n')[0];

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
