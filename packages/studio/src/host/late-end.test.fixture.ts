/** A process for tests: its parent has gone before it looks. */
import { renameSync, writeFileSync } from 'node:fs';
import { endWithParent } from './end-with-parent.js';

writeFileSync('pid.part', String(process.pid));
renameSync('pid.part', 'pid');
const timer = setInterval(() => {
  if (process.connected) return;
  clearInterval(timer);
  endWithParent();
}, 20);
setInterval(() => {}, 1_000);
process.channel?.ref();
