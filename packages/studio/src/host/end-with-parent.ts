import { Worker } from 'node:worker_threads';

/**
 * Ends this process, with its group if it leads one, when its parent has gone, even when the parent was killed and code of the user keeps this thread busy: another thread
 * looks for the parent.
 */
export function endWithParent(): void {
  process.on('disconnect', endOwnGroup);
  // The parent has gone while this process loaded its modules: nothing will tell of that any more.
  if (process.connected === false) endOwnGroup();
  const worker = new Worker(LOOK, { eval: true, workerData: process.ppid, execArgv: [], env: {} });
  // Without it, the process still ends as soon as its thread is free.
  worker.on('error', () => {});
  worker.unref();
}

function endOwnGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // It leads no group, or the system has none.
    process.exit();
  }
}

/** An orphan gets another parent; on Windows it keeps the number of the one that has gone. */
const LOOK = `
const { workerData: parent } = require('node:worker_threads');
const isGone = () => {
  if (process.ppid !== parent) return true;
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
};
const end = () => {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
};
setInterval(() => isGone() && end(), 500);
`;
