import { failuresOf, type JestReport, suitesNotLoaded, sumsOf } from './jest-report.mjs';

const NOT_FOUND = "● Test suite failed to run\n\n    Cannot find package 'b' imported from /a/a.js\n";
const suite = (name: string, status: string, message: string, tests: number) => ({
  ...{ name, status, message },
  assertionResults: Array.from({ length: tests }),
});
const report = (passed: number, failed: number, ...testResults: JestReport['testResults']): JestReport => ({
  ...{ numPassedTests: passed, numFailedTests: failed, testResults },
  numRuntimeErrorTestSuites: testResults.filter(({ assertionResults }) => assertionResults.length === 0)
    .length,
});

describe('a suite runs again', () => {
  it.each([
    ['not', 'it passed', suite('a', 'passed', '', 2)],
    ['not', 'a test of it failed', suite('a', 'failed', NOT_FOUND, 2)],
    ['not', 'it threw when it was loaded', suite('a', 'failed', 'TypeError: a is not a function', 0)],
    ['once', 'a package was not found', suite('a', 'failed', NOT_FOUND, 0)],
    [
      'once',
      'a module was not found',
      suite('a', 'failed', "Cannot find module '/a/b.js' imported from /a/a.js", 0),
    ],
  ])('%s if %s', (times, _, result) => {
    expect(suitesNotLoaded({ testResults: [result] })).toEqual(times === 'once' ? ['a'] : []);
  });
});

describe('the sums of a run', () => {
  const thrown = suite('b', 'failed', 'TypeError', 0);
  const first = report(5, 1, suite('a', 'failed', NOT_FOUND, 0), thrown, suite('c', 'failed', '', 6));

  it('count a suite that was not loaded as a failure', () => {
    expect(sumsOf(first)).toEqual({ passed: 5, failed: 3 });
  });

  it('count its tests instead if it ran again', () => {
    expect(sumsOf(first, report(3, 0, suite('a', 'passed', '', 3)))).toEqual({ passed: 8, failed: 2 });
    expect(sumsOf(first, report(2, 1, suite('a', 'failed', '', 3)))).toEqual({ passed: 7, failed: 3 });
    expect(sumsOf(first, report(0, 0, suite('a', 'failed', NOT_FOUND, 0)))).toEqual({ passed: 5, failed: 3 });
  });
});

it('names what failed, each in one line', () => {
  const test = (status: string, fullName: string, ...failureMessages: string[]) => ({
    status,
    fullName,
    failureMessages,
  });
  const failed = test('failed', 'adds 2', '\u001b[31mError: 3 is not 4\u001b[39m\n    at /a/a.js:1:1');
  expect(
    failuresOf({
      testResults: [
        { ...suite('a', 'failed', '', 0), assertionResults: [test('passed', 'adds 1'), failed] },
        suite('b', 'failed', NOT_FOUND, 0),
        suite('c', 'passed', '', 0),
      ],
    }),
  ).toEqual(['a: adds 2: Error: 3 is not 4', "b: Cannot find package 'b' imported from /a/a.js"]);
});
