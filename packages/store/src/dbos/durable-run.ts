import { DBOS, Error as DBOSErrors } from '@dbos-inc/dbos-sdk';
import { type PendingCall, type RunResult, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import { type ApprovalDecisions, holdTools } from '@toolwright/core';
import { checkStoredText } from '../sessions/session-error.js';
import type { Database } from './database.js';
import { type AskedTools, assertCallsFit } from './held-calls.js';
import {
  type DecisionReceipt,
  decideQuestion,
  findOpenCalls,
  findUnsent,
  insertQuestion,
  markSent,
} from './questions.js';
import { runningWorker } from './running-worker.js';
import { retryRun, throwIfStale } from './stale-runs.js';

/** A run that survives the exit of its process. */
export interface DurableRun {
  readonly id: string;
  /**
   * Waits until the run has finished, in any process.
   * @throws ToolwrightError `UNKNOWN_SESSION` if the run was never started, `STALE_RUN` if every version that tried to continue it failed,
   * `ABORTED` if it was cancelled
   */
  result(): Promise<RunResult>;
  /** Lets the version of this worker try a stale run again, e.g. after changes outside its tools. Returns false if the run is not stale. */
  retry(): Promise<boolean>;
  /** The calls that are waiting for a decision. `interrupted` calls had started when their process exited. */
  pending(): Promise<readonly PendingCall[]>;
  /**
   * Decides on the waiting calls. Only the first decisions count; the receipt of later ones contains the first ones.
   * @param question The number from {@link WaitingRun}. If set, decisions on an earlier question cannot answer a later one.
   * @throws ToolwrightError `USAGE` for missing or unknown decisions
   */
  decide(
    decisions: ApprovalDecisions,
    options?: { readonly question?: number | undefined },
  ): Promise<DecisionReceipt>;
}

const YEAR_S = 31_536_000;

/** @throws ToolwrightError `INVALID_CONFIG` for an invalid id */
export function durableRun(id: string): DurableRun {
  checkStoredText('id of a run', id);
  return {
    id,
    pending: () => findOpenCalls(runningWorker().database, id),
    result: () => resultOf(id),
    retry: () => {
      const { database, version } = runningWorker();
      return retryRun(database, id, version);
    },
    decide: (decisions, { question } = {}) => {
      const { database } = runningWorker();
      return decideQuestion(database, id, decisions, question, (number) =>
        wake(database, id, number, decisions),
      );
    },
  };
}

async function resultOf(id: string): Promise<RunResult> {
  const { database } = runningWorker();
  if ((await DBOS.getWorkflowStatus(id)) === null) throw unknownRun(id);
  try {
    const result = await DBOS.retrieveWorkflow<RunResult>(id).getResult();
    if (result !== null) return result;
  } catch (error) {
    if (!(error instanceof DBOSErrors.DBOSAwaitedWorkflowCancelledError)) throw error;
    await throwIfStale(database, id);
    throw new ToolwrightError('ABORTED', `The run '${id}' was cancelled.`, { blame: 'user', cause: error });
  }
  throw unknownRun(id);
}

/**
 * Waits for a person's decisions, across restarts. Must be called in a workflow.
 * @throws ToolwrightError `STALE_RUN` if the tools of this version no longer accept an approved call
 */
export async function ask(
  agent: string,
  number: number,
  calls: readonly PendingCall[],
  tools: readonly ToolSpec[],
): Promise<ApprovalDecisions> {
  const run = DBOS.workflowID ?? '';
  const { database, application } = runningWorker();
  const insert = async (): Promise<AskedTools> => {
    await insertQuestion(database, { run, number, application, agent, calls });
    return holdTools(
      tools,
      calls.map(({ name }) => name),
    );
  };
  const asked = await DBOS.runStep(insert, { name: 'question' });
  for (;;) {
    const decisions = await DBOS.recv<ApprovalDecisions>(topicOf(number), { timeoutSeconds: YEAR_S });
    if (decisions === null) continue;
    await assertCallsFit(database, { run, calls, decisions, asked }, tools);
    return decisions;
  }
}

/** Wakes runs if the process that recorded their decisions died before it could wake them. */
export async function wakeDecided(database: Database, application: string): Promise<void> {
  for (const { run, number, decisions } of await findUnsent(database, application))
    await wake(database, run, number, decisions);
}

async function wake(
  database: Database,
  run: string,
  number: number,
  decisions: ApprovalDecisions,
): Promise<void> {
  // Because of the idempotency key, sending twice is harmless.
  await DBOS.send(run, decisions, topicOf(number), `${run}/${number}`);
  await markSent(database, run, number);
}

function topicOf(question: number): string {
  return `decisions-${question}`;
}

function unknownRun(id: string): ToolwrightError {
  return new ToolwrightError('UNKNOWN_SESSION', `There is no run '${id}'.`, {
    blame: 'user',
    hint: "Call `find({ state: 'waiting' })` to list the waiting runs.",
  });
}
