export {
  type DurableAgent,
  type DurableAgentOptions,
  type DurableRun,
  type DurableRunStart,
  durableAgent,
} from './dbos/durable-agent.js';
export { startWorker, type Worker, type WorkerOptions, type WorkerQueue } from './dbos/worker.js';
