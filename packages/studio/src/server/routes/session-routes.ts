import type { Redaction } from '@toolwright/redaction';
import type { RunSummary } from '../../protocol/requests.js';
import type { SessionReply, SessionsReply } from '../../protocol/session-requests.js';
import { failure } from '../../protocol/shown-failure.js';
import { readJson } from '../http/read-body.js';
import type { Routes } from '../http/router.js';
import { whyUndecidable } from '../sessions/run-control.js';
import { SessionIds } from '../sessions/session-ids.js';
import type { SessionSource } from '../studio-options.js';
import type { StudioState } from '../studio-state.js';
import { readDecisions, readNumber } from './read-requests.js';

/** The maximum number of listed sessions, because each one is read to determine its state. */
const MAX_SESSIONS = 1_000;

export function sessionRoutes(state: StudioState): Routes {
  const { history, sessions } = state;
  const { sessions: source } = state.options;
  const ids = new SessionIds(state.redact);
  const runsOf = (id: string): readonly RunSummary[] =>
    sessions.runs.list(id).flatMap((runId) => {
      const run = history.find(runId);
      return run === undefined ? [] : [history.summary(run)];
    });
  return {
    'GET /api/sessions': async ({ query }): Promise<SessionsReply> => {
      const search = query.get('search') ?? '';
      const limit = Math.min(readNumber(query, 'limit') ?? 100, MAX_SESSIONS);
      const { sessions: found, ...rest } = await sessions.list({ search, limit });
      return {
        sessions: found.map((session) => ({
          ...redactedCopy(session, state.redaction),
          id: ids.show(session.id),
          ...(runsOf(session.id).some(isRunning) && { status: 'running' }),
        })),
        ...rest,
      };
    },
    'GET /api/sessions/*': async ({ id: shownId }): Promise<SessionReply> => {
      if (source === undefined) throw failure('NOT_FOUND', 'Studio was started without --store.');
      const id = ids.find(shownId);
      const session = await source.read(id);
      if (session.runId !== undefined) sessions.runs.note(id, session.runId);
      const { messages, pending } = session;
      const hidden = {
        ...session,
        messages: messages.map((message) => state.secrets.hideMessage(message)),
        pending: state.secrets.hideCalls(pending),
      };
      const shown = { ...redactedCopy(hidden, state.redaction), id: ids.show(id) };
      const why = whyUndecidable(session.agent, state.programState);
      return toReply(shown, runsOf(id), why && state.redact(why));
    },
    'POST /api/sessions/*/decisions': async (asked) => {
      const decisions = readDecisions(await readJson(asked));
      return sessions.resume(ids.find(asked.id), decisions);
    },
  };
}

const isRunning = ({ status }: RunSummary): boolean => status === 'running';

function toReply(
  session: Awaited<ReturnType<SessionSource['read']>>,
  runs: readonly RunSummary[],
  why: string | undefined,
): SessionReply {
  // The store cannot distinguish an interrupted run from one in progress, but Studio knows its own runs.
  if (runs.some(isRunning)) {
    return { ...session, status: 'running', pending: [], runs, controllable: false };
  }
  const isOpen = session.status !== 'idle';
  return {
    ...session,
    runs,
    controllable: isOpen && why === undefined,
    ...(isOpen && why !== undefined && { undecidable: why }),
  };
}

/** Copies a JSON value without secrets. Values of members with secret names count as secrets. */
function redactedCopy<T>(value: T, { redactMember }: Pick<Redaction, 'redactMember'>): T {
  // The type stays the same: strings remain strings, and the required members of these types do not have secret names.
  return JSON.parse(JSON.stringify(value, redactMember)) as T;
}
