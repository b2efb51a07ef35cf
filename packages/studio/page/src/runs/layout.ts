import type { Branch } from '../../../src/timeline/branch.js';
import { DEEPEST, type RunSteps } from '../../../src/timeline/run-steps.js';
import type { Step, ToolStep } from '../../../src/timeline/step.js';

export interface PlacedBar {
  readonly step: Step;
  readonly lane: number;
  readonly start: number;
  readonly end: number;
}

/** The lanes of a sub-run, or of the calls that a tool made, which belong together. */
export interface LaneGroup {
  readonly lane: number;
  readonly lanes: number;
  readonly start: number;
  readonly end: number;
}

export interface Layout {
  readonly bars: readonly PlacedBar[];
  readonly lanes: number;
  /** What each lane shows: an agent, or its calls of a tool. */
  readonly names: readonly string[];
  /** The sub-runs and the calls of tools, outermost first. */
  readonly groups: readonly LaneGroup[];
  readonly start: number;
  readonly end: number;
}

/** The minimum duration of a bar, in milliseconds. */
const LEAST_MS = 0.5;

/**
 * Lays out the timeline of a run: model calls and marks in the first lane, tool calls below in as many lanes as overlap, and below each
 * call the run that it started.
 * @param now the time at which steps in progress end
 */
export function layOut(record: RunSteps, now: number): Layout {
  const children = record.children();
  const bars: PlacedBar[] = [];
  const groups: LaneGroup[] = [];
  const nested = new Set([...children.values()].flat());
  let lanes = 0;
  for (const branch of record.branches()) {
    if (nested.has(branch)) continue;
    lanes += placeBranch(branch, lanes, { children, bars, groups, now }, new Set([branch]));
  }
  const start = bars.reduce((least, bar) => Math.min(least, bar.start), Number.POSITIVE_INFINITY);
  const end = bars.reduce((most, bar) => Math.max(most, bar.end), 0);
  return bars.length === 0
    ? { bars, groups, names: [], lanes: 1, start: 0, end: 1 }
    : { bars, groups, names: laneNames(bars, lanes), lanes: Math.max(1, lanes), start, end };
}

/** Names lanes after their agents or tools. A lane can be used by several, one after the other. */
function laneNames(bars: readonly PlacedBar[], lanes: number): readonly string[] {
  const names = Array.from({ length: lanes }, () => new Set<string>());
  for (const { step, lane } of bars) {
    const known = names[lane];
    if (known !== undefined && known.size <= MOST_NAMES)
      known.add(step.kind === 'tool' ? step.name : step.run.agent);
  }
  return names.map(
    (known) => [...known].slice(0, MOST_NAMES).join(', ') + (known.size > MOST_NAMES ? ', …' : ''),
  );
}

/** The maximum number of names of one lane. */
const MOST_NAMES = 3;

interface Setting {
  readonly children: ReadonlyMap<ToolStep, readonly Branch[]>;
  readonly bars: PlacedBar[];
  readonly groups: LaneGroup[];
  readonly now: number;
}

/** Places a run, starting at a lane. Returns the number of its lanes. */
function placeBranch(branch: Branch, first: number, setting: Setting, above: ReadonlySet<Branch>): number {
  const calls: ToolStep[] = [];
  for (const step of branch.steps) {
    // A bar with implausible times would stretch the axis.
    if (step.isMistimed) continue;
    if (step.kind === 'tool') {
      // A call that a tool made has its place below the call of that tool.
      if (step.parent === undefined || step.parent.isMistimed) calls.push(step);
    } else setting.bars.push(toBar(step, first, setting.now));
  }
  return 1 + placeCalls(calls, first + 1, setting, above);
}

/** Places calls, starting at a lane. Returns the number of their lanes. */
function placeCalls(
  calls: readonly ToolStep[],
  first: number,
  setting: Setting,
  above: ReadonlySet<Branch>,
): number {
  const blocks = calls.map((step) => toBlock(step, setting, above));
  const { lanes, count } = placeBlocks(blocks);
  blocks.forEach((block, index) => {
    const lane = first + (lanes[index] ?? 0);
    for (const bar of block.bars) setting.bars.push({ ...bar, lane: bar.lane + lane });
    for (const group of block.groups) setting.groups.push({ ...group, lane: group.lane + lane });
  });
  return count;
}

/** Lays out a call, the calls that its tool made and the runs that it started, starting at lane 0. */
function toBlock(step: ToolStep, { children, now }: Setting, above: ReadonlySet<Branch>): Block {
  const bars: PlacedBar[] = [toBar(step, 0, now)];
  const groups: LaneGroup[] = [];
  let height = 1;
  for (const child of children.get(step) ?? []) {
    // In a forged log, a run could be its own child.
    if (above.has(child) || above.size > DEEPEST) continue;
    const inner: LaneGroup[] = [];
    const setting = { children, bars, groups: inner, now };
    const lanes = placeBranch(child, height, setting, new Set([...above, child]));
    groups.push({ lane: height, lanes, start: step.startedAt, end: lastEnd(bars) }, ...inner);
    height += lanes;
  }
  const inner = step.inner.filter(({ isMistimed }) => !isMistimed);
  if (inner.length > 0) {
    const innerGroups: LaneGroup[] = [];
    const lanes = placeCalls(inner, height, { children, bars, groups: innerGroups, now }, above);
    groups.push({ lane: height, lanes, start: step.startedAt, end: lastEnd(bars) }, ...innerGroups);
    height += lanes;
  }
  return { bars, groups, height, start: step.startedAt, end: lastEnd(bars) };
}

interface Block extends Bar {
  readonly bars: readonly PlacedBar[];
  readonly groups: readonly LaneGroup[];
  readonly height: number;
}

function lastEnd(bars: readonly PlacedBar[]): number {
  return bars.reduce((most, bar) => Math.max(most, bar.end), 0);
}

function toBar(step: Step, lane: number, now: number): PlacedBar {
  const end = step.endedAt ?? Math.max(now, step.startedAt);
  return { step, lane, start: step.startedAt, end: Math.max(end, step.startedAt + LEAST_MS) };
}

/** A bar on the time axis. */
interface Bar {
  readonly start: number;
  readonly end: number;
}

/**
 * Assigns blocks to lanes so that they do not overlap. In the order of their start times, each block gets the first free lanes. A block can
 * need several adjacent lanes, for a call and the run that it started.
 * @returns the first lane of each block, and the number of lanes
 */
export function placeBlocks(blocks: readonly (Bar & { readonly height: number })[]): {
  readonly lanes: readonly number[];
  readonly count: number;
} {
  const busyUntil: number[] = [];
  const lanes = new Array<number>(blocks.length).fill(0);
  const order = blocks
    .map((_, index) => index)
    .sort((a, b) => (blocks[a]?.start ?? 0) - (blocks[b]?.start ?? 0));
  for (const index of order) {
    const block = blocks[index];
    if (block === undefined) continue;
    const lane = firstFree(busyUntil, block);
    for (let row = lane; row < lane + block.height; row += 1) busyUntil[row] = block.end;
    lanes[index] = lane;
  }
  return { lanes, count: busyUntil.length };
}

function firstFree(
  busyUntil: readonly number[],
  { start, height }: { readonly start: number; readonly height: number },
) {
  let free = 0;
  for (let row = 0; row < busyUntil.length; row += 1) {
    free = (busyUntil[row] ?? 0) <= start ? free + 1 : 0;
    if (free === height) return row - height + 1;
  }
  return Math.min(busyUntil.length - free, Math.max(0, MOST_LANES - height));
}

/** The maximum number of lanes, to limit the drawing time. Additional concurrent bars overlap in the last lanes. */
const MOST_LANES = 300;
