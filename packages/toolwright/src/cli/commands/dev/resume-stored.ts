import type { AgentConfig } from '@toolwright/core';
import { combineLoggers } from '@toolwright/logger';
import type { SessionAgent } from '@toolwright/store';
import type { LoadedProgram } from '@toolwright/studio/server';
import { loadContext } from '../../load/context-export.js';
import { userError } from '../../user-error.js';
import { withStore } from '../sessions/with-store.js';

interface Stored {
  readonly store: string;
  readonly configs: readonly AgentConfig[];
  readonly cwd: string;
  readonly context: string | undefined;
}

/** Resumes runs of sessions as `toolwright sessions resume` does, with the configuration whose name the session has. */
export function resumeStored({ store: file, configs, cwd, context }: Stored): LoadedProgram['resumeSession'] {
  return ({ id, decisions, logger }) =>
    withStore(file, cwd, async (store, { openSession, readSession }) => {
      // Throws for an unknown session; opening it would create one.
      await readSession(store, id);
      const owner = (await store.find(id))?.agent;
      const config = configs.find(({ name = 'agent' }) => name === owner);
      if (config === undefined) {
        const hint = 'Name the configuration that the session was opened with: --agent <module#export>.';
        throw userError('INVALID_CONFIG', `No configuration of an agent has the name '${owner}'.`, hint);
      }
      const joined = config.logger === undefined ? logger : combineLoggers(config.logger, logger);
      // The store checks that it has only what a session's agent may have.
      const agent = { ...config, logger: joined } as SessionAgent;
      const session = await openSession({ store, id, agent });
      return session.resume(Object.keys(decisions).length > 0 ? decisions : undefined, {
        context: await loadContext(context, cwd),
      });
    });
}
