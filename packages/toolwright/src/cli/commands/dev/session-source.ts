import { existsSync, unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import { contentText } from '@toolwright/contract';
import type { SessionSource } from '@toolwright/studio/server';
import type { CliIo } from '../../process/cli-io.js';
import { withStore } from '../sessions/with-store.js';

const LOOK_MS = 1_000;
/** The maximum number of sessions that a search reads, because the state of a session is known only after reading it. */
const MAX_READ = 1_000;
const STATES = ['idle', 'paused', 'interrupted'] as const;

type SessionSummary = Awaited<ReturnType<SessionSource['list']>>['sessions'][number];

/** Reads the sessions of a file like `toolwright sessions`. The file is open only while it is being read. */
export function createSessionSource(file: string, { cwd }: Pick<CliIo, 'cwd'>): SessionSource {
  // SQLite writes to the `-wal` file first.
  const absolute = path.resolve(cwd, file);
  const files = [absolute, `${absolute}-wal`];
  return {
    list: async ({ search, limit }) => {
      // Studio may be started before the program that creates the file.
      if (!existsSync(absolute)) return { sessions: [], more: false, missing: true };
      return withStore(file, cwd, async (store, { readSession }) => {
        const wanted = search.trim().toLowerCase();
        const found: SessionSummary[] = [];
        let read = 0;
        for (const { id, agent, createdAt, updatedAt } of await store.list()) {
          const isNamed = `${id}\n${agent}`.toLowerCase().includes(wanted);
          if (!isNamed && !STATES.some((state) => state.includes(wanted))) continue;
          if (found.length === limit || read === MAX_READ) return { sessions: found, more: true };
          read++;
          const { status, runId } = await readSession(store, id);
          if (!isNamed && !status.includes(wanted)) continue;
          const open = runId === undefined ? {} : { runId };
          found.push({ id, agent, createdAt, updatedAt, status, ...open });
        }
        return { sessions: found, more: false };
      });
    },
    read: (id) =>
      withStore(file, cwd, async (store, { readSession }) => {
        const { status, messages, pending, runId, input } = await readSession(store, id);
        const { agent = '', createdAt = 0, updatedAt = 0 } = (await store.find(id)) ?? {};
        const open = runId === undefined ? {} : { runId };
        const given = input === undefined ? {} : { input: contentText(input) };
        return { id, agent, createdAt, updatedAt, status, messages, pending, ...open, ...given };
      }),
    start(listener) {
      for (const one of files) watchFile(one, { interval: LOOK_MS, persistent: false }, listener);
    },
    close() {
      for (const one of files) unwatchFile(one);
    },
  };
}
