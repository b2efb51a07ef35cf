/** A bar on the time axis. */
export interface Bar {
  readonly start: number;
  readonly end: number;
}

/**
 * Assigns blocks to lanes so that they do not overlap. Each block, in the order of their starts, gets the first free lanes. A block may need
 * several adjacent lanes, for a call and the run that it has started.
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

/** The maximum number of lanes, to limit the time for drawing. Further concurrent bars overlap in the last lanes. */
const MOST_LANES = 300;
