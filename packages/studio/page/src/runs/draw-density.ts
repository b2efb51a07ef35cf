import type { Colors } from './bar-colors.js';
import type { PlacedBar } from './layout.js';
import { isError } from './step-tree.js';
import type { TimeWindow } from './time-window.js';

/** The width of a column, in pixels. */
const COLUMN = 4;

/** Returns the lanes that have too many bars to tell them apart, with their bars in the window. */
export function denseLanes(
  bars: readonly PlacedBar[],
  window: TimeWindow,
  width: number,
): ReadonlyMap<number, readonly PlacedBar[]> {
  const lanes = new Map<number, PlacedBar[]>();
  for (const bar of bars) {
    if (bar.end < window.from || bar.start > window.to) continue;
    const lane = lanes.get(bar.lane);
    if (lane === undefined) lanes.set(bar.lane, [bar]);
    else lane.push(bar);
  }
  for (const [lane, { length }] of lanes) if (length <= width / COLUMN) lanes.delete(lane);
  return lanes;
}

/** The load of a lane within the time of a column. */
export interface Column {
  /** The share of the time in which a step is in progress, from 0 to 1. */
  busy: number;
  hasError: boolean;
}

export function columnsOf(bars: readonly PlacedBar[], window: TimeWindow, width: number): readonly Column[] {
  const columns: Column[] = Array.from({ length: Math.max(1, Math.ceil(width / COLUMN)) }, () => ({
    busy: 0,
    hasError: false,
  }));
  const time = (window.to - window.from) / columns.length || 1;
  for (const { step, start, end } of bars) {
    const first = Math.max(0, Math.floor((start - window.from) / time));
    const last = Math.min(columns.length - 1, Math.floor((end - window.from) / time));
    const hasError = isError(step);
    for (let index = first; index <= last; index += 1) {
      const column = columns[index];
      if (column === undefined) continue;
      const from = window.from + index * time;
      column.busy = Math.min(1, column.busy + (Math.min(end, from + time) - Math.max(start, from)) / time);
      column.hasError ||= hasError;
    }
  }
  return columns;
}

interface DensityInput {
  readonly window: TimeWindow;
  readonly width: number;
  readonly colors: Colors;
  readonly top: number;
  readonly height: number;
}

/** Draws a lane as columns: the higher a column, the busier the lane. Columns with an error are red. */
export function drawDensity(
  context: CanvasRenderingContext2D,
  bars: readonly PlacedBar[],
  { window, width, colors, top, height }: DensityInput,
): void {
  const tone = colors(bars.some(({ step }) => step.kind === 'tool') ? 'tool' : 'model');
  columnsOf(bars, window, width).forEach(({ busy, hasError }, index) => {
    if (busy <= 0) return;
    const size = Math.max(3, busy * height);
    context.fillStyle = hasError ? colors('bad') : tone;
    context.fillRect(index * COLUMN, top + height - size, COLUMN - 1, size);
  });
}
