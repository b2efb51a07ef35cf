import type { RunView } from './run-view.js';

/** The lines of the tree to the left of an entry: on its first line, and on the others. Both have the same width. */
export interface Guides {
  readonly first: string;
  readonly rest: string;
}

/** How an entry is connected to the tree. */
export type Joint = 'start' | 'inside' | 'end';

export const NO_GUIDES: Guides = { first: '', rest: '' };

const JOINTS: Readonly<Record<Joint, string>> = { start: '├ ', inside: '│ ', end: '└ ' };
const RAIL = JOINTS.inside;
/** Replaces the outer levels of a tree that is too deep for the terminal. */
const DEEPER = '… ';

/**
 * Returns the guides of an entry. A sub-agent is a level below its caller, and so are parallel calls below the reply that made them, and the
 * calls of a tool below the call of that tool.
 * @param joint of the entry with its run @param call of the entry with the parallel calls of its run, if any are open
 * @param level the number of calls above the entry's call @param room the number of columns for guides
 */
export function guidesOf(
  run: RunView,
  joint: Joint,
  { call, level = 0 }: { readonly call?: Joint | undefined; readonly level?: number },
  room: number,
): Guides {
  const levels: Joint[] = [...(call ? [call] : []), ...insides(level)];
  let view = run;
  for (let own: Joint = joint; view.parent && levels.length * RAIL.length <= room; own = 'inside') {
    const { parentCallId } = view.info;
    view = view.parent;
    // A call of a reply has no level of its own: the run that it started is below it.
    levels.unshift(...insides(view.levelBelow(parentCallId) - 1), own);
    if (view.branches.size > 0) levels.unshift('inside');
  }
  if (levels.length === 0) return NO_GUIDES;
  const most = Math.max(1, Math.floor(room / RAIL.length));
  const shown = levels.length > most ? levels.slice(levels.length - most + 1) : levels;
  const deeper = shown === levels ? '' : DEEPER;
  return {
    first: deeper + shown.map((level) => JOINTS[level]).join(''),
    rest: deeper + shown.map((level) => (level === 'end' ? '  ' : RAIL)).join(''),
  };
}

function insides(count: number): Joint[] {
  return Array.from({ length: Math.max(0, count) }, () => 'inside');
}
