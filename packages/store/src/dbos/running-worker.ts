import { ToolwrightError } from '@toolwright/contract';
import type { Database } from './database.js';

/** The parts of a worker that durable agents use. */
export interface RunningWorker {
  readonly id: string;
  readonly application: string;
  /** The version, prefixed with the name of the application. */
  readonly version: string;
  /** Calls a function outside of the current workflow. */
  readonly outside: <Result>(work: () => Result) => Result;
  readonly database: Database;
}

let running: RunningWorker | undefined;

/** @throws ToolwrightError `USAGE` if no worker is running */
export function runningWorker(): RunningWorker {
  if (running !== undefined) return running;
  throw new ToolwrightError('USAGE', 'No worker is running in this process.', {
    blame: 'developer',
    hint: 'Call startWorker() after all durable agents are defined, and before the first one is started.',
  });
}

/** Sets the only worker of this process. @throws ToolwrightError `USAGE` if a worker is already running */
export function setRunningWorker(worker: RunningWorker | undefined): void {
  if (worker !== undefined && running !== undefined) {
    throw new ToolwrightError('USAGE', 'A worker is already running in this process.', {
      blame: 'developer',
      hint: 'Start each additional worker in a separate process.',
    });
  }
  running = worker;
}
