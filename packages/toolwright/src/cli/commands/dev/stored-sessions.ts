import { existsSync } from 'node:fs';
import path from 'node:path';
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

/** Starts and resumes runs in a file's sessions. Uses the configuration whose name matches the session's agent. */
export function storedSessions({
  store: file,
  configs,
  cwd,
  context,
}: Stored): Pick<LoadedProgram, 'resumeSession' | 'startSession'> {
  const find = (agent: string | undefined) => configs.find(({ name = 'agent' }) => name === agent);
  return {
    resumeSession: ({ id, decisions, logger, signal }) =>
      withStore(file, cwd, async (store, { openSession, readSession }) => {
        // Throws for an unknown session; opening it would create one.
        await readSession(store, id);
        const owner = (await store.find(id))?.agent;
        const config = find(owner);
        if (config === undefined) {
          const hint = 'Pass the configuration that was used to open the session: --agent <module#export>.';
          throw userError('INVALID_CONFIG', `No agent configuration has the name '${owner}'.`, hint);
        }
        const session = await openSession({ store, id, agent: sessionAgent(config, logger) });
        return session.resume(Object.keys(decisions).length > 0 ? decisions : undefined, {
          context: await loadContext(context, cwd),
          signal,
        });
      }),
    startSession: ({ id, agent, input, logger, signal }) => {
      const config = find(agent);
      if (config === undefined || !isStorable(config) || !existsSync(path.resolve(cwd, file)))
        return undefined;
      return withStore(file, cwd, async (store, { openSession }) => {
        const session = await openSession({ store, id, agent: sessionAgent(config, logger) });
        return session.run(input, { context: await loadContext(context, cwd), signal, stream: true });
      });
    },
  };
}

type StudioLogger = Parameters<NonNullable<LoadedProgram['resumeSession']>>[0]['logger'];

function sessionAgent(config: AgentConfig, logger: StudioLogger): SessionAgent {
  const joined = config.logger === undefined ? logger : combineLoggers(config.logger, logger);
  // The store checks that the configuration has only options that a session's agent may have.
  return { ...config, logger: joined } as SessionAgent;
}

/** Whether an agent's runs can be stored in a session. A session is itself the memory, and has only one agent. */
function isStorable({ memory, handoffs, approvalTtlMs }: AgentConfig): boolean {
  return memory === undefined && handoffs === undefined && approvalTtlMs === undefined;
}
