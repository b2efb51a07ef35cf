/** `pnpm soak agent [turns]`: runs an agent for 10,000 turns by default, and fails if its memory grows beyond its history. */
import { table } from '../report/table.mjs';
import { soakAgent } from './agent.mjs';

const CHECKPOINTS = 10;
/** Room for memory that the engine keeps. A leak of 100 bytes per turn would exceed it after 10,000 turns. */
const ALLOWED_MB = 1;

const [name, turns = '10000'] = process.argv.slice(2).filter((arg) => arg !== '--');
if (name !== 'agent' || !(Number(turns) >= CHECKPOINTS)) {
  console.error('Usage: pnpm soak agent [turns]');
  process.exit(2);
}

const begun = performance.now();
const { checkpoints, growthMb, statuses } = await soakAgent({
  turns: Number(turns),
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
process.exitCode = flat ? 0 : 1;
