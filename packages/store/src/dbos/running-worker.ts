import { ToolwrightError } from '@toolwright/contract';
import type { Database } from './database.js';

/** The parts of a worker that durable agents use. */
export interface RunningWorker {
  readonly id: string;
  readonly application: string;
  /** With the name of the application. */
  readonly version: string;
  /** Calls a function outside of the workflow that asks for it. */
  readonly outside: <Result>(work: () => Result) => Result;
  readonly database: Database;
}

let running: RunningWorker | undefined;

/** @throws ToolwrightError `USAGE` before `startWorker` */
export function runningWorker(): RunningWorker {
  if (running !== undefined) return running;
  throw new ToolwrightError('USAGE', 'No worker runs in this process.', {
    blame: 'developer',
    hint: 'Call startWorker() after all durable agents are defined, and before the first one is started.',
  });
}

/** A process has one worker. @throws ToolwrightError `USAGE` if there is one already */
export function setRunningWorker(worker: RunningWorker | undefined): void {
  if (worker !== undefined && running !== undefined) {
    throw new ToolwrightError('USAGE', 'A worker runs in this process already.', {
      blame: 'developer',
      hint: 'Start other processes for other workers.',
    });
  }
  running = worker;
}
