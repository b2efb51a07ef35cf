import { Worker } from 'node:worker_threads';

/**
 * Terminates this process, and the process group that it leads, when its parent has exited. A worker thread checks the parent, so that this
 * works even if the parent was killed while user code blocks the main thread.
 */
export function endWithParent(): void {
  process.on('disconnect', endOwnGroup);
  // If the parent exited while this process was loading its modules, no event follows.
  if (process.connected === false) endOwnGroup();
  const worker = new Worker(LOOK, { eval: true, workerData: process.ppid, execArgv: [], env: {} });
  // Without the worker, the process still exits as soon as its main thread is free.
  worker.on('error', () => {});
  worker.unref();
}

function endOwnGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // This process does not lead a group, or the system does not support groups.
    process.exit();
  }
}

/** The code of the worker. An orphaned process gets a new parent; on Windows, it keeps the id of the parent that exited. */
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
