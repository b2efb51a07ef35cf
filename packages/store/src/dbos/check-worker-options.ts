import { LONGEST_TIMER_MS, ToolwrightError } from '@toolwright/contract';
import { checkStoredText } from '../sessions/session-error.js';
import type { WorkerQueue } from './queues.js';
import type { WorkerOptions } from './worker-options.js';

/** The smallest `silentMs`: a worker sends several heartbeats within that time. */
const SHORTEST_SILENCE_MS = 100;

/** @throws ToolwrightError `INVALID_CONFIG` for invalid options, since JavaScript callers can pass anything */
export function checkWorkerOptions(options: WorkerOptions): void {
  const { databaseUrl, application, version, id, silentMs, connectMs, queues = [] } = options;
  if (typeof databaseUrl !== 'string' || !URL.canParse(databaseUrl)) {
    const hint = "Pass one such as 'postgresql://user:password@host:5432/agents'.";
    throw invalid("'databaseUrl' must be the URL of a PostgreSQL database.", hint);
  }
  checkStoredText('option `application`', application);
  if (version !== undefined) checkVersion(version);
  if (id !== undefined) checkStoredText('option `id`', id);
  checkWhole('silentMs', silentMs, SHORTEST_SILENCE_MS);
  checkWhole('connectMs', connectMs, 0);
  if (!Array.isArray(queues))
    throw invalid("'queues' must be a list.", "Pass one such as [{ name: 'openai' }].");
  queues.forEach(checkQueueOptions);
}

function checkVersion(version: unknown): void {
  if (typeof version === 'string' && /^[\w.+-]{1,100}$/.test(version)) return;
  const hint = "Pass the version of your deployment, such as '2026-11-24' or a commit.";
  throw invalid(`'version' must be 1 to 100 letters, digits or '.+-_'.`, hint);
}

function checkQueueOptions(queue: WorkerQueue, index: number): void {
  const option = `queues[${index}]`;
  const { name, concurrency, workerConcurrency, pollingMs, rateLimit }: Partial<WorkerQueue> = queue ?? {};
  checkStoredText(`option \`${option}.name\``, name);
  if (name.startsWith('_dbos_'))
    throw invalid(`${option}: names that start with '_dbos_' are reserved for DBOS.`, 'Choose another name.');
  checkWhole(`${option}.concurrency`, concurrency, 1);
  checkWhole(`${option}.workerConcurrency`, workerConcurrency, 1);
  checkWhole(`${option}.pollingMs`, pollingMs, 1);
  if (rateLimit === undefined) return;
  checkWhole(`${option}.rateLimit.limitPerPeriod`, rateLimit?.limitPerPeriod ?? null, 1);
  const { periodSec } = rateLimit;
  if (!(Number.isFinite(periodSec) && periodSec > 0))
    throw invalid(
      `'${option}.rateLimit.periodSec' must be a positive number; got ${String(periodSec)}.`,
      LEAVE_OUT,
    );
}

function checkWhole(option: string, value: unknown, least: number): void {
  if (value === undefined) return;
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= LONGEST_TIMER_MS) return;
  throw invalid(
    `'${option}' must be a whole number from ${least} to ${LONGEST_TIMER_MS}; got ${String(value)}.`,
    LEAVE_OUT,
  );
}

const LEAVE_OUT = 'Omit the option to use the default.';

function invalid(problem: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', problem, { blame: 'developer', hint });
}
