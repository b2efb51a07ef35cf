import { escapeUnseen, formatCount, shortenLine } from '@toolwright/contract';
import type { EvalReport } from './eval-report.js';
import {
  calibrations,
  describeDifference,
  describeTotals,
  leftOut,
  percent,
  placeOf,
  reasonsOf,
} from './format-values.js';

const MAX_ROWS = 30;
const MAX_CELL = 160;

/** Prints reports as Markdown for a pull request. Texts of models are escaped. */
export function printMarkdown(reports: readonly EvalReport[]): string {
  return `${reports.map(section).join('\n')}`;
}

function section(report: EvalReport): string {
  const { scorers, missing, notes, comparison, cases, passAtK } = report;
  const failed = cases.flatMap(({ id, attempts }) =>
    attempts
      .filter(({ status }) => status === 'failed')
      .map((attempt) => [
        `${id} #${attempt.repetition}`,
        reasonsOf(attempt).join('; '),
        attempt.answer ?? '',
      ]),
  );
  const last = passAtK.at(-1);
  const best = last !== undefined && last.k > 1 ? ` · pass@${last.k} ${percent(last.value)}` : '';
  const parts = [
    `### ${cell(report.eval)}: ${describeTotals(report)}${best}\n`,
    table(
      ['scorer', 'mean', 'passed', ...(comparison ? ['compared with the baseline'] : [])],
      scorers.map(({ name, mean, passRate }) => {
        const found = comparison?.scorers.find(({ scorer }) => scorer === name);
        const compared = comparison ? [found ? describeDifference(found) : 'not compared'] : [];
        return [name, mean?.toFixed(2) ?? '–', percent(passRate), ...compared];
      }),
    ),
    ...(comparison ? [comparisonText(comparison)] : []),
    list(calibrations(report)),
    failed.length === 0 ? '' : `#### Failed\n\n${table(['case', 'reason', 'answer'], failed)}`,
    missing.length === 0
      ? ''
      : `#### Missing\n\n${table(
          ['where', 'reason'],
          missing.map((one) => [placeOf(one), one.reason]),
        )}`,
    list(notes),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function comparisonText(comparison: NonNullable<EvalReport['comparison']>): string {
  const total = `Total, ${formatCount(comparison.cases, 'case')}: ${describeDifference(comparison.total)}`;
  return list([total, ...leftOut(comparison)]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rest = rows.length - MAX_ROWS;
  const lines = [head, head.map(() => '---'), ...rows.slice(0, MAX_ROWS).map((row) => row.map(cell))];
  const more = rest > 0 ? `\nand ${rest} more\n` : '';
  return `${lines.map((row) => `| ${row.join(' | ')} |\n`).join('')}${more}`;
}

function list(texts: readonly string[]): string {
  return texts.map((text) => `- ${cell(text)}\n`).join('');
}

/** Shows text as it is: no markup, no mention, no line break. @see https://spec.commonmark.org/0.31.2/#backslash-escapes */
function cell(text: string): string {
  return escapeUnseen(shortenLine(text.toWellFormed(), MAX_CELL))
    .replace(/[\\`*_{}[\]()#+!|~$&<>]/g, '\\$&')
    .replaceAll('\\<', '&lt;')
    .replaceAll('\\>', '&gt;')
    .replaceAll('\\&', '&amp;')
    .replaceAll('@', '@\u2060')
    .replace(/\b(https?|www)(?=[.:])/gi, '$1\u2060');
}
