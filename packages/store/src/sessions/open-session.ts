import { checkOptions, optionsOf, type ToolSource } from '@toolwright/contract';
import { checkLeaseMs } from '../leases/lease-time.js';
import { newRunId } from '../runs/run-ids.js';
import type { SessionOf } from './context-session.js';
import { Session, type SessionOptions } from './session.js';
import { createSessionAgent } from './session-agent.js';
import { checkStoredText, otherAgent } from './session-error.js';

const SESSION = optionsOf<SessionOptions>()({ 'a number': 'leaseMs', anything: 'store id agent' });

/**
 * Opens a session of a store, or creates one.
 * @throws ToolwrightError `INVALID_CONFIG`; `STALE_RUN` if the session belongs to an agent with a different name
 */
export async function openSession<Tools extends ToolSource = ToolSource>(
  options: SessionOptions<Tools>,
): Promise<SessionOf<Tools>> {
  checkOptions(options, SESSION, 'openSession');
  const { store, agent, leaseMs, id = newRunId() } = options;
  checkStoredText('id of a session', id);
  const { name } = createSessionAgent(agent);
  checkStoredText('name of the agent', name);
  if (leaseMs !== undefined) checkLeaseMs(leaseMs);
  await store.create({ id, agent: name });
  const owner = (await store.find(id))?.agent ?? name;
  if (owner !== name) throw otherAgent(id, owner, name);
  // The context exists only as a compile-time type; one class serves all sessions.
  return new Session(id, name, options) as SessionOf<Tools>;
}
