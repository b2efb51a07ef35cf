import { table } from '../../report/table.mjs';
import { soakAgent } from './soak-agent.mjs';

const CHECKPOINTS = 10;
/** Room for memory that the engine keeps. A leak of 100 bytes per turn would exceed it after 10,000 turns. */
const ALLOWED_MB = 1;

/** Runs an agent for many turns; false if its memory grows beyond its history. */
export async function reportAgent({ count: turns = 10_000 }) {
  const begun = performance.now();
  const { checkpoints, growthMb, statuses } = await soakAgent({
    turns: Math.max(turns, CHECKPOINTS),
    checkpoints: CHECKPOINTS,
  });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const rows = checkpoints.map(({ turns, heapMb, historyMb, listeners, timers }) => [
    turns.toLocaleString('en-US'),
    heapMb.toFixed(2),
    historyMb.toFixed(2),
    String(listeners),
    String(timers),
  ]);
  console.log(table(['turns', 'heap, MB', 'history forgotten, MB', 'listeners', 'timers'], rows));
  const ended = Object.entries(statuses).map(([status, count]) => `${count} ${status}`);
  console.log(`${seconds} s; runs: ${ended.join(', ')}`);
  const last = checkpoints.at(-1);
  const flat = growthMb <= ALLOWED_MB && last.listeners === 0 && last.timers === 0;
  console.log(`The heap grew by ${growthMb.toFixed(2)} MB beyond the history: ${flat ? 'flat' : 'NOT FLAT'}`);
  return flat;
}
