import { formatDuration, visibleLine } from '@toolwright/contract';
import { barColors, type Colors } from './bar-colors.js';
import { describeStep } from './describe-step.js';
import { denseLanes, drawDensity } from './draw-density.js';
import type { Layout, PlacedBar } from './layout.js';
import { type TimeWindow, ticks } from './time-window.js';

/** The heights of a lane and of the axis, in pixels. */
export const LANE = 24;
export const AXIS = 22;
const PADDING = 3;
const LEAST_WIDTH = 3;
const LEAST_LABEL = 34;

export interface DrawInput {
  readonly layout: Layout;
  readonly window: TimeWindow;
  /** The width of the names of the lanes. */
  readonly gutter: number;
  /** The width of the bars. */
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
  readonly colors: Colors;
}

export function drawTimeline(context: CanvasRenderingContext2D, input: DrawInput): void {
  const { width, height, layout, scrollTop, gutter, window, colors, selected, hovered } = input;
  context.clearRect(0, 0, gutter + width, height);
  context.save();
  drawNames(context, input);
  context.translate(gutter, 0);
  context.save();
  context.beginPath();
  context.rect(0, AXIS, width, height - AXIS);
  context.clip();
  drawGroups(context, input);
  drawLanes(context, input);
  drawGrid(context, input);
  const dense = denseLanes(layout.bars, window, width);
  for (const [lane, bars] of dense) {
    const top = AXIS + lane * LANE - scrollTop + PADDING;
    drawDensity(context, bars, { window, width, colors, top, height: LANE - 2 * PADDING });
  }
  const drawn = new Map<number, number>();
  const chosen: PlacedBar[] = [];
  for (const bar of layout.bars) {
    const top = topOf(bar, input);
    if (top > height || top + LANE < AXIS) continue;
    const isChosen = bar.step.id === selected || bar.step.id === hovered;
    if (isChosen) chosen.push(bar);
    if (isChosen || !dense.has(bar.lane)) drawBar(context, input, bar, top, drawn);
  }
  for (const bar of chosen) drawCallout(context, input, bar);
  context.restore();
  drawAxis(context, input);
  context.restore();
}

function topOf({ lane }: Pick<PlacedBar, 'lane'>, { scrollTop }: DrawInput): number {
  return AXIS + lane * LANE - scrollTop;
}

/** Draws the names of the lanes, left of the bars. */
function drawNames(context: CanvasRenderingContext2D, input: DrawInput): void {
  const { layout, gutter, height, colors } = input;
  if (gutter === 0) return;
  context.save();
  context.beginPath();
  context.rect(0, AXIS, gutter - 8, height - AXIS);
  context.clip();
  context.font = FONT;
  context.textBaseline = 'middle';
  for (const [lane, name] of layout.names.entries()) {
    const top = topOf({ lane }, input);
    if (top + LANE < AXIS || top > height) continue;
    const depth = layout.groups.filter(
      (group) => lane >= group.lane && lane < group.lane + group.lanes,
    ).length;
    context.fillStyle = colors(depth > 0 ? 'agent' : 'text-soft');
    context.fillText(visibleLine(name.slice(0, 60)), 6 + Math.min(depth, 4) * 8, top + LANE / 2);
  }
  context.restore();
}

/** Draws the areas of sub-runs. */
function drawGroups(context: CanvasRenderingContext2D, input: DrawInput): void {
  const { layout, window, width, colors } = input;
  const scale = width / (window.to - window.from || 1);
  for (const group of layout.groups) {
    const left = (group.start - window.from) * scale;
    const length = (group.end - group.start) * scale;
    const top = topOf(group, input);
    if (left > width || left + length < 0) continue;
    context.globalAlpha = 0.45;
    context.fillStyle = colors('agent-soft');
    context.fillRect(left, top + 1, length, group.lanes * LANE - 2);
    context.globalAlpha = 1;
    context.fillStyle = colors('agent');
    context.fillRect(left - 2, top + 1, 2, group.lanes * LANE - 2);
  }
}

/** Labels a chosen bar that is too narrow for its title. */
function drawCallout(context: CanvasRenderingContext2D, input: DrawInput, bar: PlacedBar): void {
  const { window, width, colors } = input;
  const scale = width / (window.to - window.from || 1);
  const left = Math.max(0, (bar.start - window.from) * scale);
  const right = Math.min(width, Math.max(left + LEAST_WIDTH, (bar.end - window.from) * scale));
  const text = visibleLine(describeStep(bar.step).title.slice(0, 60));
  context.font = FONT;
  const length = context.measureText(text).width + 12;
  if (right - left >= length || right < 0 || left > width) return;
  const x = right + 6 + length <= width ? right + 6 : Math.max(0, left - 6 - length);
  const top = topOf(bar, input);
  context.fillStyle = colors('raised');
  context.strokeStyle = colors('line-strong');
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(x + 0.5, top + PADDING + 0.5, length - 1, LANE - 2 * PADDING - 1, 4);
  context.fill();
  context.stroke();
  context.fillStyle = colors('text');
  context.textBaseline = 'middle';
  context.fillText(text, x + 6, top + LANE / 2);
}

const FONT = '12px system-ui, sans-serif';

/** Finds the bar at a point. If there are several, returns the shortest one, or the last drawn of equally short ones. */
export function barAt(
  { layout, window, width, scrollTop }: DrawInput,
  x: number,
  y: number,
): PlacedBar | undefined {
  if (y < AXIS) return undefined;
  const lane = Math.floor((y - AXIS + scrollTop) / LANE);
  const scale = width / (window.to - window.from || 1);
  let found: PlacedBar | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const bar of layout.bars) {
    if (bar.lane !== lane) continue;
    const left = (bar.start - window.from) * scale;
    const right = Math.max(left + LEAST_WIDTH, (bar.end - window.from) * scale);
    const length = right - left;
    if (x >= left - 2 && x <= right + 2 && length <= nearest) {
      found = bar;
      nearest = length;
    }
  }
  return found;
}

function drawLanes(
  context: CanvasRenderingContext2D,
  { layout, width, height, scrollTop, colors }: DrawInput,
): void {
  context.strokeStyle = colors('line');
  context.lineWidth = 1;
  context.globalAlpha = 0.6;
  context.beginPath();
  const first = Math.floor(scrollTop / LANE);
  for (let lane = Math.max(1, first); lane <= layout.lanes; lane += 1) {
    const y = Math.round(AXIS + lane * LANE - scrollTop) + 0.5;
    if (y > height) break;
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** Draws a bar. @param drawn the position up to which each lane is drawn, to skip more bars within the same pixel */
function drawBar(
  context: CanvasRenderingContext2D,
  { window, width, selected, hovered, colors }: DrawInput,
  bar: PlacedBar,
  top: number,
  drawn: Map<number, number>,
): void {
  const scale = width / (window.to - window.from || 1);
  const left = (bar.start - window.from) * scale;
  const right = (bar.end - window.from) * scale;
  if (right < 0 || left > width) return;
  const isChosen = bar.step.id === selected || bar.step.id === hovered;
  const x = Math.max(-4, left);
  const length = Math.max(LEAST_WIDTH, Math.min(width + 4, right) - x);
  if (!isChosen && length <= LEAST_WIDTH) {
    if ((drawn.get(bar.lane) ?? Number.NEGATIVE_INFINITY) > x - 1) return;
    drawn.set(bar.lane, x + length);
  }
  const { title, tone } = describeStep(bar.step);
  const { line, fill, label } = barColors(bar.step.kind, tone, colors);
  if (bar.step.kind === 'mark') {
    context.fillStyle = line;
    context.beginPath();
    context.arc(left, top + LANE - 5, isChosen ? 6 : 4, 0, 2 * Math.PI);
    context.fill();
    return;
  }
  context.fillStyle = fill;
  context.strokeStyle = line;
  context.lineWidth = isChosen ? 2 : 1;
  context.beginPath();
  context.roundRect(
    x + 0.5,
    top + PADDING + 0.5,
    length - 1,
    LANE - 2 * PADDING - 1,
    Math.min(4, length / 2),
  );
  context.fill();
  context.stroke();
  if (bar.step.id === selected) {
    context.strokeStyle = colors('accent');
    context.strokeRect(x - 1, top + 1, length + 2, LANE - 2);
  }
  if (length < LEAST_LABEL) return;
  context.save();
  context.beginPath();
  context.rect(x + 4, top, length - 8, LANE);
  context.clip();
  context.fillStyle = label;
  context.font = FONT;
  context.textBaseline = 'middle';
  context.fillText(visibleLine(title.slice(0, 60)), x + 6, top + LANE / 2);
  context.restore();
}

function drawGrid(
  context: CanvasRenderingContext2D,
  { layout, window, width, height, colors }: DrawInput,
): void {
  const scale = width / (window.to - window.from || 1);
  context.strokeStyle = colors('line');
  context.globalAlpha = 0.5;
  context.beginPath();
  for (const at of ticks(window, layout.start)) {
    const x = Math.round((at - window.from) * scale) + 0.5;
    context.moveTo(x, AXIS);
    context.lineTo(x, height);
  }
  context.stroke();
  context.globalAlpha = 1;
}

function drawAxis(context: CanvasRenderingContext2D, { layout, window, width, colors }: DrawInput): void {
  const scale = width / (window.to - window.from || 1);
  context.strokeStyle = colors('line');
  context.fillStyle = colors('text-soft');
  context.font = FONT;
  context.textBaseline = 'middle';
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, AXIS - 0.5);
  context.lineTo(width, AXIS - 0.5);
  for (const at of ticks(window, layout.start)) {
    const x = Math.round((at - window.from) * scale) + 0.5;
    const label = formatTick(at - layout.start, window);
    context.moveTo(x, AXIS - 5);
    context.lineTo(x, AXIS);
    if (x + 4 + context.measureText(label).width < width) context.fillText(label, x + 4, AXIS / 2);
  }
  context.stroke();
}

function formatTick(milliseconds: number, { from, to }: TimeWindow): string {
  const span = to - from;
  if (milliseconds >= 1_000 && span < 10_000)
    return `${(milliseconds / 1_000).toFixed(span < 1_000 ? 3 : 1)} s`;
  return span < 20 && milliseconds < 1_000 ? `${milliseconds.toFixed(1)} ms` : formatDuration(milliseconds);
}
