import { visibleLine } from '@toolwright/contract';
import { Line } from '../../look/text.js';
import type { ChartRow } from './chart-rows.js';

/** The bars are stretched to the width of the card. */
const WIDTH = 480;
const HEIGHT = 100;
const COLOURS = ['var(--accent)', 'var(--agent)'];

export interface Series {
  readonly name: string;
  readonly read: (row: ChartRow) => number | undefined;
}

interface BarChartProps {
  readonly title: string;
  readonly rows: readonly ChartRow[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

/** Bars, the first and the last name, and the largest value. The bars have their numbers as tooltips; a table beside them has all. */
export function BarChart({ title, rows, series, format }: BarChartProps) {
  const values = rows.flatMap((row) => series.map(({ read }) => read(row) ?? 0));
  const largest = Math.max(0, ...values);
  const slot = WIDTH / Math.max(rows.length, 4);
  const width = Math.max(1, Math.min(40, (slot * 0.8) / series.length));
  const last = rows.at(-1);
  return (
    <figure class="card chart">
      <figcaption class="head">
        <h2>{title}</h2>
        {series.length > 1 &&
          series.map(({ name }, index) => (
            <span key={name} class="soft small chart-legend">
              <span style={{ background: COLOURS[index] }} /> {name}
            </span>
          ))}
      </figcaption>
      <span class="soft small numbers">{largest > 0 ? format(largest) : 'none'}</span>
      <svg
        class="chart-bars"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: at most ${format(largest)}. The numbers are in the table below.`}
      >
        {rows.flatMap((row, at) =>
          series.map(({ name, read }, index) => {
            const value = read(row) ?? 0;
            const height = largest === 0 ? 0 : (value / largest) * HEIGHT;
            return (
              <rect
                key={`${name} ${row.name}`}
                x={at * slot + index * width}
                y={HEIGHT - height}
                width={Math.max(1, width - 1)}
                height={height}
                fill={COLOURS[index]}
              >
                <title>{`${visibleLine(row.name.slice(0, 80))}: ${name} ${format(value)}`}</title>
              </rect>
            );
          }),
        )}
      </svg>
      <span class="row-line soft small" style={{ width: `${(100 * rows.length * slot) / WIDTH}%` }}>
        <Line text={rows[0]?.name ?? ''} class="grow" />
        {last !== undefined && rows.length > 1 && <Line text={last.name} />}
      </span>
    </figure>
  );
}
