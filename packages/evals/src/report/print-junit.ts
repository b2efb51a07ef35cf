import { shortenText, visibleLine, visibleText } from '@toolwright/contract';
import type { AttemptReport, EvalReport, Missing } from './eval-report.js';
import { markedLines, placeOf, reasonsOf } from './format-values.js';

const MAX_TEXT = 10_000;

/**
 * Prints reports as JUnit XML: a test suite each eval, a test case each attempt. What could not be evaluated is an error.
 * @see https://github.com/testmoapp/junitxml
 */
export function printJUnit(reports: readonly EvalReport[]): string {
  const suites = reports.map(suiteOf);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function suiteOf({ eval: name, cases, totals, missing, startedAt }: EvalReport): string {
  // Attempts and scores that are missing are errors of their own test cases.
  const others = missing.filter(({ kind }) => kind !== 'attempt' && kind !== 'score');
  const tests = totals.attempts + others.length;
  const errors = totals.errors + totals.unscored + others.length;
  const counts = `tests="${tests}" failures="${totals.failed}" errors="${errors}" skipped="${totals.skipped}"`;
  const texts = cases.flatMap(({ id, attempts }) => attempts.map((attempt) => testOf(name, id, attempt)));
  return [
    `  <testsuite name="${attribute(name)}" ${counts} time="${seconds(totals.durationMs)}" timestamp="${attribute(startedAt)}">\n`,
    ...texts,
    ...others.map((one) => missingTest(name, one)),
    '  </testsuite>\n',
  ].join('');
}

function testOf(suite: string, id: string, attempt: AttemptReport): string {
  const head = `    <testcase classname="${attribute(suite)}" name="${attribute(`${id} #${attempt.repetition}`)}"`;
  const time = ` time="${seconds(attempt.durationMs ?? 0)}"`;
  const tag = TAGS[attempt.status];
  if (tag === undefined) return `${head}${time}/>\n`;
  const reasons = reasonsOf(attempt);
  const run = attempt.runId === undefined ? [] : [`run ${attempt.runId}`];
  const body = [...reasons, ...run, ...(attempt.answer ? [`answer: ${attempt.answer}`] : [])]
    .map((text) => markedLines(shortenText(text, MAX_TEXT)).join('\n'))
    .join('\n');
  const message = attribute(shortenText(reasons[0] ?? attempt.status, 300));
  return `${head}${time}>\n      <${tag} message="${message}">${escapeText(body)}</${tag}>\n    </testcase>\n`;
}

const TAGS: Readonly<Record<AttemptReport['status'], string | undefined>> = {
  passed: undefined,
  failed: 'failure',
  unscored: 'error',
  error: 'error',
  skipped: 'skipped',
};

function missingTest(suite: string, missing: Missing): string {
  const message = attribute(shortenText(missing.reason, 300));
  const name = attribute(placeOf(missing) || missing.kind);
  return `    <testcase classname="${attribute(suite)}" name="${name}">\n      <error message="${message}"/>\n    </testcase>\n`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

/** XML cannot carry these, not even escaped. @see https://www.w3.org/TR/xml/#charsets */
const FORBIDDEN = /[\ufffe\uffff]/g;

/** Escapes text for XML, and makes control characters and marks that reorder text visible. */
function escapeText(text: string): string {
  return visibleText(text)
    .replace(FORBIDDEN, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Puts text on one line. */
function attribute(text: string): string {
  return escapeText(visibleLine(shortenText(text, MAX_TEXT))).replaceAll('"', '&quot;');
}
