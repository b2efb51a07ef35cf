import type { ToolSource } from '@toolwright/contract';
import { newRunId } from '../runs/run-ids.js';
import type { SessionOf } from './context-session.js';
import { Session, type SessionOptions } from './session.js';
import { createSessionAgent } from './session-agent.js';
import { checkSessionId, otherAgent } from './session-error.js';

/**
 * Opens a session of a store, or creates it.
 * @throws ToolwrightError `INVALID_CONFIG`; `STALE_RUN` if the session belongs to an agent of another name
 */
export async function openSession<Tools extends ToolSource = ToolSource>(
  options: SessionOptions<Tools>,
): Promise<SessionOf<Tools>> {
  const { store, agent, id = newRunId() } = options;
  checkSessionId(id);
  const { name } = createSessionAgent(agent);
  await store.create({ id, agent: name });
  const owner = (await store.find(id))?.agent ?? name;
  if (owner !== name) throw otherAgent(id, owner, name);
  // The context exists for the compiler only; at run time one class serves all sessions.
  return new Session(id, name, options) as SessionOf<Tools>;
}
