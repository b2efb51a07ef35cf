import type { LintRun } from '@toolwright/codegen';
import { formatCount, visibleLine } from '@toolwright/contract';
import { ENCODING } from './count-tokens.js';

/** The maximum number of tools in the table, unless all are requested. */
const LARGEST = 10;

/** Formats the largest tools with their tokens for each provider, and the sums. Empty if nothing was counted. */
export function tokenTable({ tools, totals }: LintRun, all: boolean): string {
  const providers = Object.keys(totals);
  const [first] = providers;
  if (first === undefined || tools.length === 0) return '';
  const sorted = tools.toSorted((a, b) => (b.tokens[first] ?? 0) - (a.tokens[first] ?? 0));
  const shownTools = all ? sorted : sorted.slice(0, LARGEST);
  const hidden = tools.length - shownTools.length;
  const cells = (tokens: Readonly<Record<string, number>>) =>
    providers.map((name) => formatCount(tokens[name] ?? 0));
  const rows = [
    ['tokens', ...providers, ''],
    ...shownTools.map(({ name, file, line, tokens }) => [
      visibleLine(name),
      ...cells(tokens),
      visibleLine(`${file}:${line}`),
    ]),
    ...(hidden > 0
      ? [[`… ${formatCount(hidden)} more`, ...providers.map(() => ''), '--verbose lists them']]
      : []),
    [formatCount(tools.length, 'tool'), ...cells(totals), `counted with ${ENCODING}`],
  ];
  return `${aligned(rows).join('\n')}\n\n`;
}

/** Aligns the first and the last column left, and numbers right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column === row.length - 1 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}
