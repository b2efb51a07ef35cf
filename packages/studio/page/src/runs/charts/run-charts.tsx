import { formatCost, formatCount, formatDuration } from '@toolwright/contract';
import { useMemo } from 'preact/hooks';
import type { RunSummary } from '../../../../src/protocol/requests.js';
import { ColumnHeads } from '../../look/column-heads.js';
import { Line } from '../../look/text.js';
import { CHART_GROUPS, type ChartGroup } from '../run-view.js';
import { BarChart, type Series } from './bar-chart.js';
import { type ChartRow, chartRows } from './chart-rows.js';

/** The number of days, agents or tools that are drawn; the table has all. */
const MOST_DRAWN = 60;

interface RunChartsProps {
  readonly runs: readonly RunSummary[];
  readonly group: ChartGroup;
  readonly onGroup: (group: ChartGroup) => void;
}

/** Charts of the shown runs, with a table of their numbers. */
export function RunCharts({ runs, group, onGroup }: RunChartsProps) {
  const rows = useMemo(() => chartRows(runs, group), [runs, group]);
  const drawn = group === 'day' ? rows.slice(-MOST_DRAWN) : rows.slice(0, MOST_DRAWN);
  return (
    <div class="detail charts">
      <div class="head">
        <fieldset class="segments" aria-label="Group by">
          {CHART_GROUPS.map((each) => (
            <button key={each} type="button" aria-pressed={each === group} onClick={() => onGroup(each)}>
              By {each}
            </button>
          ))}
        </fieldset>
        <span class="soft small">{noteOf(group, drawn.length, rows.length)}</span>
      </div>
      <div class="chart-grid">
        {CHARTS.map(({ title, series, format }) => (
          <BarChart key={title} title={`${title} by ${group}`} rows={drawn} series={series} format={format} />
        ))}
      </div>
      <NumbersTable group={group} rows={rows} />
    </div>
  );
}

interface Chart {
  readonly title: string;
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

const CHARTS: readonly Chart[] = [
  {
    title: 'Tokens',
    series: [{ name: 'tokens', read: ({ tokens }) => tokens }],
    format: (value) => formatCount(value),
  },
  { title: 'Cost', series: [{ name: 'cost', read: ({ cost }) => cost }], format: formatCost },
  {
    title: 'Latency',
    series: [
      { name: 'median', read: ({ median }) => median },
      { name: '95th percentile', read: ({ p95 }) => p95 },
    ],
    format: formatDuration,
  },
  {
    title: 'Errors',
    series: [{ name: 'errors', read: ({ errors }) => errors }],
    format: (value) => formatCount(value),
  },
];

function noteOf(group: ChartGroup, drawn: number, all: number): string {
  const cut =
    drawn < all ? `The charts show ${drawn} of ${formatCount(all, group)}; the table has all. ` : '';
  return group === 'tool' ? `${cut}A run counts for each tool that it called.` : cut;
}

function NumbersTable({ group, rows }: { readonly group: ChartGroup; readonly rows: readonly ChartRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="numbers-table" aria-label="Numbers of the charts" tabIndex={0}>
      <table class="numbers small">
        <ColumnHeads
          titles={[
            group[0]?.toUpperCase() + group.slice(1),
            'Runs',
            'Errors',
            'Tokens',
            'Cost',
            'Median',
            '95th percentile',
          ]}
        />
        <tbody>
          {rows.map(({ name, runs, errors, tokens, cost, median, p95 }) => (
            <tr key={name}>
              <th scope="row">
                <Line text={name} />
              </th>
              <td>{formatCount(runs)}</td>
              <td class={errors > 0 ? 'bad' : ''}>{formatCount(errors)}</td>
              <td>{formatCount(tokens)}</td>
              <td>{cost === undefined ? 'unknown' : formatCost(cost)}</td>
              <td>{median === undefined ? '' : formatDuration(median)}</td>
              <td>{p95 === undefined ? '' : formatDuration(p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
