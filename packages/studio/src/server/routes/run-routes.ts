import { randomUUID } from 'node:crypto';
import { exportRun } from '../../history/export-run.js';
import type { RunRecord } from '../../history/run-record.js';
import type { RunStarted } from '../../protocol/requests.js';
import { failure, type ShownFailure } from '../../protocol/shown-failure.js';
import type { RunEntry } from '../../protocol/studio-event.js';
import { repeatLines } from '../../record/repeat-lines.js';
import { checkContentType } from '../http/check-request.js';
import { readBody, readJson } from '../http/read-body.js';
import type { Routes } from '../http/router.js';
import type { StudioState } from '../studio-state.js';
import { playgroundStart } from './playground-start.js';
import {
  readDecisions,
  readNumber,
  readPlace,
  readProgramId,
  readReplayRequest,
  readRunIds,
  readRunRequest,
} from './read-requests.js';
import { replayRecordOf } from './replay-record-of.js';

const MAX_ATTACHED = 16_000_000;
const MAX_RUNS = 200;
/** The page sorts, filters and adds up all runs, so it reads them in large parts. */
const MAX_LISTED = 5_000;

export function runRoutes(state: StudioState): Routes {
  const { history } = state;
  return {
    'GET /api/runs': ({ query }) => {
      const search = query.get('search') ?? '';
      const runIds = readRunIds(query, MAX_RUNS);
      if (runIds.length > 0) return history.listSome(runIds, search);
      const limit = Math.min(readNumber(query, 'limit') ?? 50, MAX_LISTED);
      return history.list({ search, before: readPlace(query), limit });
    },
    'POST /api/runs': async (asked) => {
      const { after, settings, ...request } = readRunRequest(await readJson(asked));
      const isPlayground = after !== undefined || settings !== undefined;
      const playground =
        isPlayground && playgroundStart(history, { after: after ?? [], settings: settings ?? {} });
      const answer = await state.ask({ kind: 'run', ...request, ...(playground && { playground }) });
      state.sessions.noteStarted(answer);
      return answer;
    },
    'GET /api/runs/*': async ({ id, query }) => {
      const record = history.find(id);
      if (record !== undefined) await state.sessions.lookFor(record);
      const found = history.read(id, {
        after: readNumber(query, 'after'),
        limit: readNumber(query, 'limit'),
      });
      if (found === undefined) throw noRun(id);
      return found;
    },
    'GET /api/runs/*/export': ({ id, query }) => {
      const run = history.find(id);
      if (run === undefined) throw noRun(id);
      const given = { summary: history.summary(run), entries: history.entriesOf(run) };
      return exportRun(given, query.get('format') === 'json' ? 'json' : 'html', state.redaction);
    },
    'POST /api/runs/*/abort': async (asked) => {
      await readJson(asked);
      if (history.find(asked.id) === undefined) throw noRun(asked.id);
      return state.ask({ kind: 'abort-run', runId: asked.id });
    },
    'POST /api/runs/*/decisions': async (asked) => {
      const decisions = readDecisions(await readJson(asked));
      const session = state.sessions.runs.findSession(asked.id);
      if (session !== undefined) return state.sessions.resume(session, decisions);
      const run = history.find(asked.id);
      const why = run === undefined ? undefined : history.summary(run).undecidable;
      if (why !== undefined) throw failure('INVALID_RUN', why);
      return state.ask({ kind: 'decide', runId: asked.id, decisions });
    },
    'POST /api/runs/*/replay': async (asked) => {
      const request = readReplayRequest(await readJson(asked));
      const run = history.find(asked.id);
      if (run === undefined) throw noRun(asked.id);
      if (run.isPartial) throw failure('NOT_FOUND', 'The run was too long, so parts of it were dropped.');
      const entries = history.entriesOf(run);
      if (request.branch === undefined) return repeat(state, run, entries);
      const record = replayRecordOf(asked.id, entries, request.branch);
      const playground = run.playground && playgroundStart(history, run.playground);
      return state.ask({ kind: 'replay', agent: run.run.agent, record, ...(playground && { playground }) });
    },
    'GET /api/attach/*': ({ id, response }) => state.attached.hold(readProgramId(id), response),
    'POST /api/attach': async ({ request, query }) => {
      checkContentType(request, 'application/x-ndjson');
      const text = await readBody(request, MAX_ATTACHED);
      const program = query.has('program') ? readProgramId(query.get('program') ?? '') : undefined;
      const skipped = state.addLines(text.split('\n'), { from: 'live', program });
      if (program !== undefined) state.attached.note(program);
      return { skipped };
    },
  };
}

/** Repeats a run as it was recorded. Needs no program. */
function repeat(state: StudioState, { run, isOpen }: RunRecord, entries: readonly RunEntry[]): RunStarted {
  if (isOpen) throw failure('INVALID_RUN', 'The run is still running.', 'Replay it once it has finished.');
  const runId = randomUUID();
  const lines = repeatLines(entries, { from: run.runId, to: runId, now: Date.now() });
  state.addLines(lines, { from: 'studio' }, run.runId);
  return { runId };
}

function noRun(id: string): ShownFailure {
  return failure('NOT_FOUND', `There is no run '${id}'.`);
}
