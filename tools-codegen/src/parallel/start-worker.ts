import { existsSync } from 'node:fs';
import path from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { ownCode } from '../cache/own-code.js';
import type { GenerateOptions } from '../generate-options.js';
import { createClaims } from './claims.js';
import { hasMarks } from './count-marks.js';
import type { StartedWorker, StartWorker } from './reading-help.js';
import { hasSpareProcessor, type ProcessorTimes } from './spare-processor.js';
import type { WorkerResult, WorkerTask } from './worker-task.js';

/** With fewer tools, a worker takes about as much time as it saves. Measured: docs/decisions/0022. */
const MIN_MARKS = 2000;

/** A worker that takes longer has probably run out of memory: what is left for it takes less time than all before. */
const MIN_PATIENCE_MS = 5000;

/** Less than the main thread has: what is too deep for that must not pass here. */
const STACK_MB = 1;

/** @param before The times of the processors when the process began to work. */
export function startWhereItPays(options: GenerateOptions, before: ProcessorTimes): StartWorker {
  return (files, disk) => {
    try {
      const pays = hasSpareProcessor(before) && hasMarks(files, disk, MIN_MARKS);
      return pays ? startWorker(options) : undefined;
    } catch {
      // The reading itself reports files that cannot be read. Node's permission model may allow no workers.
      return undefined;
    }
  };
}

/** Starts a worker that reads some of a project's sites; undefined if its code is missing. */
export function startWorker({ stopwatch: _, ...options }: GenerateOptions): StartedWorker | undefined {
  // Beside the bundle, too: see scripts/bundle.mjs.
  const file = path.join(ownCode.folder, 'dist/worker.js');
  if (!existsSync(file)) return undefined;
  const begun = performance.now();
  const claims = createClaims();
  const { port1: inbox, port2: port } = new MessageChannel();
  const task = { options: { ...options, cwd: options.cwd ?? process.cwd() }, memory: claims.memory, port };
  const worker = createWorker(file, task);
  return {
    claim: claims.take,
    result: () => {
      const patience = Math.max(MIN_PATIENCE_MS, performance.now() - begun);
      if (!claims.waitForOther(patience)) return undefined;
      // Our own code sent it.
      return receiveMessageOnPort(inbox)?.message as WorkerResult | undefined;
    },
    end: () => {
      inbox.close();
      void worker.terminate();
    },
  };
}

function createWorker(file: string, task: WorkerTask): Worker {
  const worker = new Worker(file, {
    workerData: task,
    transferList: [task.port],
    name: 'toolwright codegen',
    // What the user loads before a program does not belong here, nor does output.
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdout: true,
    stderr: true,
    resourceLimits: { stackSizeMb: STACK_MB },
  });
  worker.on('error', () => {
    // E.g. out of memory. This thread does without the result.
  });
  worker.unref();
  return worker;
}
