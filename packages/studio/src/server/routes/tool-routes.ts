import { randomUUID } from 'node:crypto';
import type { CallsReply } from '../../protocol/requests.js';
import { failure } from '../../protocol/shown-failure.js';
import { readJson } from '../http/read-body.js';
import type { Routes } from '../http/router.js';
import { readSource } from '../source/source-reader.js';
import type { StudioState } from '../studio-state.js';
import { readCallRequest, readNumber } from './read-requests.js';

export function toolRoutes(state: StudioState): Routes {
  const { options, calls } = state;
  return {
    'GET /api/tools': () => state.tools,
    'GET /api/source': ({ query }) =>
      readSource(
        options.root,
        { file: query.get('file') ?? '', line: readNumber(query, 'line') ?? 1 },
        (file) => state.namesFile(file),
      ),
    'POST /api/restart': async (asked) => {
      await readJson(asked);
      state.restart?.now();
      return {};
    },
    'GET /api/problems': () => state.problems,
    'GET /api/calls': (): CallsReply => ({ calls: calls.list() }),
    'POST /api/calls': async (asked) => {
      const request = readCallRequest(await readJson(asked));
      return state.ask({ kind: 'call', callId: randomUUID(), ...request });
    },
    'POST /api/calls/check': async (asked) => {
      const { tool, arguments: args } = readCallRequest(await readJson(asked));
      return state.ask({ kind: 'check', tool, arguments: args });
    },
    'POST /api/calls/*/abort': async (asked) => {
      await readJson(asked);
      if (calls.find(asked.id) === undefined) throw failure('NOT_FOUND', `There is no call '${asked.id}'.`);
      return state.ask({ kind: 'abort-call', callId: asked.id });
    },
  };
}
