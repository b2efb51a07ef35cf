export {
  type DurableAgent,
  type DurableAgentOptions,
  type DurableRunStart,
  durableAgent,
} from './dbos/durable-agent.js';
export type { DurableRun } from './dbos/durable-run.js';
export type { FindRuns, RunQuery } from './dbos/find-runs.js';
export type { DecisionReceipt, WaitingRun } from './dbos/questions.js';
export type { WorkerQueue } from './dbos/queues.js';
export type { RunPage } from './dbos/run-page.js';
export type { StaleRun } from './dbos/stale-runs.js';
export type { VersionState } from './dbos/take-over.js';
export { startWorker, type Worker } from './dbos/worker.js';
export type { WorkerOptions } from './dbos/worker-options.js';
