import { workerData } from 'node:worker_threads';
import { workAlong } from './parallel/work-along.js';

// The thread that parallel/start-worker.ts starts.
void workAlong(workerData);
