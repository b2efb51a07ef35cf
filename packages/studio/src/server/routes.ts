import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { JsonObject } from '@toolwright/contract';
import type { HostRequest } from '../host/host-messages.js';
import type { CallsReply, SessionReply, SessionsReply, StudioInfo } from '../protocol/requests.js';
import { checkContentType } from './http/check-request.js';
import { readBody, readJsonObject } from './http/read-body.js';
import { Refused } from './http/refused.js';
import type { Asked, Routes } from './http/router.js';
import {
  readCallRequest,
  readDecisions,
  readNumber,
  readReplayRequest,
  readRunRequest,
} from './read-requests.js';
import { replayRecordOf } from './replay-record-of.js';
import { readSource } from './source/source-reader.js';
import type { StudioState } from './studio-state.js';

const MAX_BODY = 10_000_000;
const MAX_ATTACHED = 16_000_000;
const MAX_RUNS = 200;

/** What the page and attached programs may ask. The types of the replies are in `protocol/requests.ts`. */
export function createRoutes(state: StudioState): Routes {
  const { options, history, calls, feed } = state;
  const { root, version, started, sessions } = options;
  const ask = (request: HostRequest): Promise<unknown> => {
    if (state.program === undefined) throw noProgram();
    return state.program.ask(request);
  };
  return {
    'GET /api/studio': (): StudioInfo => ({
      version,
      project: path.basename(root),
      root,
      started,
      program: state.programState,
    }),
    'GET /api/updates': ({ response, query }) => feed.follow(response, readNumber(query, 'after')),
    'GET /api/tools': () => state.tools,
    'GET /api/source': ({ query }) =>
      readSource(root, { file: query.get('file') ?? '', line: readNumber(query, 'line') ?? 1 }, (file) =>
        state.namesFile(file),
      ),
    'GET /api/problems': () => state.problems,
    'GET /api/calls': (): CallsReply => ({ calls: calls.list() }),
    'POST /api/calls': async (asked) => {
      const request = readCallRequest(await readJson(asked));
      const callId = randomUUID();
      // Before the process answers: its news may come first.
      calls.begin(callId, request);
      try {
        return await ask({ kind: 'call', callId, ...request });
      } catch (error) {
        calls.forget(callId);
        throw error;
      }
    },
    'POST /api/calls/*/abort': async (asked) => {
      await readJson(asked);
      if (calls.find(asked.id) === undefined) throw notFound(`There is no call '${asked.id}'.`);
      return ask({ kind: 'abort-call', callId: asked.id });
    },
    'GET /api/runs': ({ query }) =>
      history.list({
        search: query.get('search') ?? '',
        before: readNumber(query, 'before'),
        limit: Math.min(readNumber(query, 'limit') ?? 50, MAX_RUNS),
      }),
    'POST /api/runs': async (asked) => ask({ kind: 'run', ...readRunRequest(await readJson(asked)) }),
    'GET /api/runs/*': ({ id, query }) => {
      const found = history.read(id, {
        after: readNumber(query, 'after'),
        limit: readNumber(query, 'limit'),
      });
      if (found === undefined) throw notFound(`There is no run '${id}'.`);
      return found;
    },
    'POST /api/runs/*/abort': async (asked) => {
      await readJson(asked);
      return ask({ kind: 'abort-run', runId: asked.id });
    },
    'POST /api/runs/*/decisions': async (asked) => {
      const decisions = readDecisions(await readJson(asked));
      return ask({ kind: 'decide', runId: asked.id, decisions });
    },
    'POST /api/runs/*/replay': async (asked) => {
      const request = readReplayRequest(await readJson(asked));
      const run = history.find(asked.id);
      if (run === undefined) throw notFound(`There is no run '${asked.id}'.`);
      if (run.isPartial) throw notFound('The beginning of the run has been forgotten: it was too long.');
      return ask({ kind: 'replay', agent: run.run.agent, record: replayRecordOf(run.entries, request) });
    },
    'GET /api/sessions': async (): Promise<SessionsReply> => ({ sessions: (await sessions?.list()) ?? [] }),
    'GET /api/sessions/*': async ({ id }): Promise<SessionReply> => {
      if (sessions === undefined) throw notFound('Studio was started without --store.');
      const session = await sessions.read(id);
      const { programState: program } = state;
      const isOwn = program.status === 'ready' && program.agents.some(({ name }) => name === session.agent);
      return { ...session, controllable: isOwn && session.status !== 'idle' };
    },
    'POST /api/sessions/*/decisions': async (asked) => {
      const decisions = readDecisions(await readJson(asked));
      const answer = await ask({ kind: 'resume-session', id: asked.id, decisions });
      feed.publish({ type: 'sessions' });
      return answer;
    },
    'POST /api/attach': async ({ request }) => {
      checkContentType(request, 'application/x-ndjson');
      const text = await readBody(request, MAX_ATTACHED);
      return { skipped: state.addLines(text.split('\n'), 'live') };
    },
  };
}

async function readJson({ request }: Asked): Promise<JsonObject> {
  checkContentType(request, 'application/json');
  return readJsonObject(await readBody(request, MAX_BODY));
}

function noProgram(): Refused {
  return new Refused(503, {
    code: 'PROGRAM_UNAVAILABLE',
    message: 'Studio was started without a program.',
    hint: 'Start it with --registry or --agent.',
  });
}

function notFound(message: string): Refused {
  return new Refused(404, { code: 'NOT_FOUND', message });
}
