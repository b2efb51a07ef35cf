import type { SessionReply, SessionsReply } from '../../protocol/requests.js';
import { readJson } from '../http/read-body.js';
import { notFound } from '../http/refused.js';
import type { Routes } from '../http/router.js';
import type { StudioState } from '../studio-state.js';
import { readDecisions } from './read-requests.js';

/** The sessions of a store. */
export function sessionRoutes(state: StudioState): Routes {
  const { feed } = state;
  const { sessions } = state.options;
  return {
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
      const answer = await state.ask({ kind: 'resume-session', id: asked.id, decisions });
      feed.publish({ type: 'sessions' });
      return answer;
    },
  };
}
