import { formatCount, formatDuration, shortenLine, visibleLine } from '@toolwright/contract';
import { createPalette, type Palette, textWidth } from '@toolwright/logger';
import type { EvalReport } from './eval-report.js';
import {
  calibrations,
  describeDifference,
  describeTotals,
  leftOut,
  markedLines,
  percent,
  placeOf,
  reasonsOf,
} from './format-values.js';

/** How a table is printed. */
export interface TableOptions {
  readonly color?: boolean | undefined;
  /** The width of the terminal. Default: 80. */
  readonly columns?: number | undefined;
}

const MAX_FAILED = 20;
const MAX_REASONS = 8;
const MAX_NAME = 40;

/** Prints a report for a terminal. */
export function printTable(report: EvalReport, { color = false, columns = 80 }: TableOptions = {}): string {
  const paint = createPalette(color);
  const fit = (text: string, indent: number) => `${' '.repeat(indent)}${fitLine(text, columns - indent)}`;
  const { totals, passAtK, scorers, tags, comparison } = report;
  const lines: string[] = [];
  const add = (title: string, texts: readonly string[], style: (text: string) => string = String) => {
    if (texts.length > 0) lines.push('', paint.user(title), ...texts.map((text) => style(fit(text, 2))));
  };
  const last = passAtK.at(-1);
  const ok = totals.failed === 0 && report.missing.length === 0;
  lines.push((ok ? paint.result : paint.error)(fit(`${report.eval}: ${describeTotals(report)}`, 0)));
  const { inputTokens, outputTokens } = totals.usage;
  const spent = [
    ...(last !== undefined && last.k > 1 ? [`pass@${last.k} ${percent(last.value)}`] : []),
    formatCount(totals.cases, 'case'),
    `${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out`,
    ...(totals.cost === undefined ? [] : [`cost ${Number(totals.cost.toPrecision(4))}`]),
    formatDuration(totals.durationMs),
  ];
  lines.push(paint.quiet(fit(spent.join(' · '), 0)));
  add(
    'scorers',
    alignRows(scorers.map((one) => [one.name, one.mean?.toFixed(2) ?? '–', percent(one.passRate)])),
  );
  add('judges', calibrations(report));
  add(
    'tags',
    alignRows(
      tags.map((one) => [one.tag, `${one.passed}/${one.passed + one.failed}`, percent(one.passRate)]),
    ),
  );
  lines.push(...failedLines(report, paint, fit));
  add('missing', bounded(report.missing.map((one) => `${placeOf(one)}: ${one.reason}`)), paint.notice);
  add('notes', report.notes, paint.notice);
  if (comparison !== undefined) {
    const differences = [
      `total: ${describeDifference(comparison.total)}`,
      ...comparison.scorers.map((one) => `${one.scorer}: ${describeDifference(one)}`),
    ];
    add(`compared with the baseline, ${formatCount(comparison.cases, 'case')}`, [
      ...differences,
      ...leftOut(comparison),
    ]);
  }
  return `${lines.join('\n')}\n`;
}

function failedLines(
  { cases }: EvalReport,
  paint: Palette,
  fit: (text: string, indent: number) => string,
): readonly string[] {
  const failed = cases.flatMap(({ id, attempts }) => {
    const own = attempts.filter(({ status }) => status === 'failed');
    return own.map((attempt) => ({ id, attempt, count: own.length, of: attempts.length })).slice(0, 1);
  });
  if (failed.length === 0) return [];
  const lines = ['', paint.user('failed')];
  for (const { id, attempt, count, of } of failed.slice(0, MAX_FAILED)) {
    const often = of > 1 ? ` · ${count} of ${of}` : '';
    const run = attempt.runId === undefined ? '' : ` · run ${attempt.runId}`;
    lines.push(paint.error(fit(`✕ ${id}${often}${run}`, 2)));
    const reasons = reasonsOf(attempt).flatMap(markedLines);
    for (const reason of reasons.slice(0, MAX_REASONS)) lines.push(fit(reason, 4));
    const rest = reasons.length - MAX_REASONS;
    if (rest > 0) lines.push(`    and ${formatCount(rest, 'more line')}: see report.json`);
  }
  if (failed.length > MAX_FAILED) lines.push(`  and ${failed.length - MAX_FAILED} more: see report.json`);
  return lines;
}

/** Aligns columns: the first to the left, the others to the right. */
export function alignRows(cells: readonly (readonly string[])[]): readonly string[] {
  const shown = cells.map((row) => row.map((cell) => shortenLine(visibleLine(cell), MAX_NAME)));
  const widths = (shown[0] ?? []).map((_, column) =>
    shown.reduce((most, row) => Math.max(most, textWidth(row[column] ?? '')), 0),
  );
  return bounded(
    shown.map((row) =>
      row
        .map((cell, column) => {
          const gap = ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(cell)));
          return column === 0 ? cell + gap : gap + cell;
        })
        .join('  '),
    ),
  );
}

const MAX_ROWS = 50;

function bounded(texts: readonly string[]): readonly string[] {
  const rest = texts.length - MAX_ROWS;
  return rest > 0 ? [...texts.slice(0, MAX_ROWS), `and ${rest} more: see report.json`] : texts;
}

/** Puts text on one line of at most `width` columns. */
function fitLine(text: string, width: number): string {
  let line = visibleLine(text).slice(0, width);
  if (line.length === visibleLine(text).length && textWidth(line) <= width) return line;
  while (line !== '' && textWidth(line) > width - 1) line = line.slice(0, -1);
  return `${line.toWellFormed().trimEnd()}…`;
}
