import { randomUUID } from 'node:crypto';
import { type PendingCall, ToolwrightError } from '@toolwright/contract';
import type { ApprovalDecisions } from '@toolwright/core';
import { checkDecisions } from '../sessions/session-error.js';
import { storeCorrupt } from '../store-error.js';
import type { Database } from './database.js';
import type { PageQuery, RunPage } from './run-page.js';

/** A run that is waiting for a person. */
export interface WaitingRun {
  readonly agent: string;
  /** The id of the run. */
  readonly run: string;
  /** The number of the question within its run, for `decide`. */
  readonly question: number;
  readonly calls: readonly PendingCall[];
  readonly since: Date;
}

/** Whether decisions were accepted. Only the first ones are. */
export type DecisionReceipt =
  | { readonly accepted: true }
  /** Someone else has already decided. */
  | {
      readonly accepted: false;
      readonly reason: 'decided';
      readonly decidedAt: Date;
      readonly decisions: ApprovalDecisions;
    }
  | { readonly accepted: false; readonly reason: 'not-waiting' };

interface QuestionRow {
  readonly run: string;
  readonly number: number;
  readonly agent: string;
  readonly calls: string;
  readonly asked_at: Date;
  readonly decisions: string | null;
  readonly decided_at: Date | null;
}

const COLUMNS = 'run, number, agent, calls, asked_at, decisions, decided_at';
/** True if the run still exists and has not finished. https://docs.dbos.dev/explanations/system-tables */
const RUNS_STILL = `EXISTS (SELECT 1 FROM dbos.workflow_status
  WHERE workflow_uuid = run AND status IN ('PENDING', 'ENQUEUED', 'DELAYED'))`;
const IS_OPEN = `decisions IS NULL AND ${RUNS_STILL}`;

export interface NewQuestion {
  readonly run: string;
  readonly number: number;
  readonly application: string;
  readonly agent: string;
  readonly calls: readonly PendingCall[];
}

/** Inserts a question. If the step is repeated, the question is not inserted again. */
export async function insertQuestion(database: Database, question: NewQuestion): Promise<void> {
  const { run, number, application, agent, calls } = question;
  await database.query(
    `INSERT INTO toolwright.questions (run, number, application, agent, calls)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [run, number, application, agent, JSON.stringify(calls)],
    Number.POSITIVE_INFINITY,
  );
}

export async function findOpenCalls(database: Database, run: string): Promise<readonly PendingCall[]> {
  const { rows } = await database.query<QuestionRow>(
    `SELECT ${COLUMNS} FROM toolwright.questions WHERE run = $1 AND ${IS_OPEN} ORDER BY number DESC LIMIT 1`,
    [run],
  );
  return rows[0] === undefined ? [] : toWaitingRun(rows[0]).calls;
}

/**
 * Decides the open question of a run, unless the caller has seen a different question.
 * @param send wakes the run. If this process dies before that, the next worker wakes it: see {@link findUnsent}.
 * @throws ToolwrightError `USAGE` for missing or unknown decisions
 */
export async function decideQuestion(
  database: Database,
  run: string,
  decisions: ApprovalDecisions,
  seen: number | undefined,
  send: (number: number) => Promise<void>,
): Promise<DecisionReceipt> {
  const { rows } = await database.query<QuestionRow & { readonly is_open: boolean }>(
    `SELECT ${COLUMNS}, ${IS_OPEN} AS is_open FROM toolwright.questions WHERE run = $1 ORDER BY number DESC`,
    [run],
  );
  const open = rows.find((row) => row.is_open && (seen === undefined || row.number === seen));
  const decided = rows.find((row) => row.decisions !== null && isAbout(row, decisions, seen));
  if (decided !== undefined && !(open && isAbout(open, decisions, seen))) return alreadyDecided(decided);
  if (open === undefined) return { accepted: false, reason: 'not-waiting' };
  checkDecisions(toWaitingRun(open).calls, decisions);
  // The token identifies this process's own write if the statement is repeated after a broken connection.
  const { rowCount } = await database.query(
    `UPDATE toolwright.questions SET decisions = $3, decided_at = clock_timestamp(), decided_by = $4
      WHERE run = $1 AND number = $2 AND (decisions IS NULL OR decided_by = $4)`,
    [run, open.number, JSON.stringify(decisions), randomUUID()],
  );
  if (rowCount !== 1) return decideQuestion(database, run, decisions, open.number, send);
  await send(open.number);
  return { accepted: true };
}

function isAbout(row: QuestionRow, decisions: ApprovalDecisions, seen: number | undefined): boolean {
  if (seen !== undefined) return row.number === seen;
  const asked = new Set(toWaitingRun(row).calls.map(({ callId }) => callId));
  const ids = Object.keys(decisions ?? {});
  return ids.length > 0 && ids.every((id) => asked.has(id));
}

function alreadyDecided({ run, decisions, decided_at }: QuestionRow): DecisionReceipt {
  const first = readJson<ApprovalDecisions>(run, decisions ?? '');
  return {
    accepted: false,
    reason: 'decided',
    decidedAt: decided_at ?? new Date(Number.NaN),
    decisions: first,
  };
}

export interface UnsentDecision {
  readonly run: string;
  readonly number: number;
  readonly decisions: ApprovalDecisions;
}

/** Finds recorded decisions whose run may not have been woken, because the process died in between. */
export async function findUnsent(database: Database, application: string): Promise<UnsentDecision[]> {
  const { rows } = await database.query<QuestionRow>(
    `SELECT ${COLUMNS} FROM toolwright.questions
      WHERE application = $1 AND decisions IS NOT NULL AND NOT sent AND ${RUNS_STILL} LIMIT 100`,
    [application],
  );
  return rows.map(({ run, number, decisions }) => ({
    run,
    number,
    decisions: readJson<ApprovalDecisions>(run, decisions ?? ''),
  }));
}

export async function markSent(database: Database, run: string, number: number): Promise<void> {
  await database.query('UPDATE toolwright.questions SET sent = true WHERE run = $1 AND number = $2', [
    run,
    number,
  ]);
}

export async function listWaiting(database: Database, query: PageQuery): Promise<RunPage<WaitingRun>> {
  const { application, agent, limit, after } = query;
  const [afterTime, afterRun] = after === undefined ? [null, null] : readCursor(after);
  const { rows } = await database.query<QuestionRow & { readonly micros: string }>(
    `SELECT ${COLUMNS}, (extract(epoch FROM asked_at) * 1000000)::bigint AS micros FROM toolwright.questions
      WHERE application = $1 AND ($2::text IS NULL OR agent = $2) AND ${IS_OPEN}
        AND ($3::bigint IS NULL OR ((extract(epoch FROM asked_at) * 1000000)::bigint, run) > ($3, $4))
      ORDER BY asked_at, run LIMIT $5`,
    [application, agent ?? null, afterTime, afterRun, limit + 1],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    runs: shown.map(toWaitingRun),
    ...(rows.length > limit && last !== undefined && { next: `${last.micros}:${last.run}` }),
  };
}

function readCursor(cursor: string): [string, string] {
  const [, time, run] = /^(\d{1,18}):(.*)$/s.exec(cursor) ?? [];
  if (time !== undefined && run !== undefined) return [time, run];
  throw new ToolwrightError('USAGE', "'after' is not the position of a page.", {
    blame: 'developer',
    hint: 'Pass the `next` value of the previous page.',
  });
}

function toWaitingRun({ agent, run, number, calls, asked_at }: QuestionRow): WaitingRun {
  return { agent, run, question: number, calls: readJson(run, calls), since: asked_at };
}

function readJson<Value>(run: string, text: string): Value {
  try {
    return JSON.parse(text) as Value; // our own column
  } catch (cause) {
    throw storeCorrupt(`The question of the run '${run}' cannot be read.`, cause);
  }
}
