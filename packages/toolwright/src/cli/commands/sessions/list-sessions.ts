import type { CommandContext } from '../../command-context.js';
import { count } from '../../count.js';
import { withStore } from './with-store.js';

/** Prints a line per session: its id, its agent, when it was written to last and how much it holds. */
export async function listSessions(
  { store: file, json }: { readonly store: string; readonly json?: boolean },
  { io }: CommandContext,
): Promise<void> {
  const sessions = await withStore(file, io.cwd, (store) => store.list());
  if (json) {
    io.stdout.write(`${JSON.stringify(sessions, null, 2)}\n`);
    return;
  }
  const width = Math.max(0, ...sessions.map(({ id }) => id.length));
  for (const { id, agent, updatedAt, records } of sessions) {
    const when = new Date(updatedAt).toISOString();
    io.stdout.write(`${id.padEnd(width)}  ${when}  ${agent}, ${count(records, 'record')}\n`);
  }
  io.stderr.write(`${count(sessions.length, 'session')}.\n`);
}
