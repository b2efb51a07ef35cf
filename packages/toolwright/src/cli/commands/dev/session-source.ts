import { unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import type { SessionSource } from '@toolwright/studio/server';
import type { CliIo } from '../../process/cli-io.js';
import { withStore } from '../sessions/with-store.js';

const LOOK_MS = 1_000;
/** Older sessions are not listed: each one is read for its status. */
const MAX_LISTED = 200;

/** The sessions of a file, as `toolwright sessions` reads them. The file is open only while it is read. */
export function createSessionSource(file: string, { cwd }: Pick<CliIo, 'cwd'>): SessionSource {
  // SQLite writes beside its file first.
  const absolute = path.resolve(cwd, file);
  const files = [absolute, `${absolute}-wal`];
  return {
    list: () =>
      withStore(file, cwd, async (store, { readSession }) => {
        const sessions = (await store.list()).slice(0, MAX_LISTED);
        return Promise.all(
          sessions.map(async ({ id, agent, createdAt, updatedAt }) => {
            const { status, runId } = await readSession(store, id);
            return { id, agent, createdAt, updatedAt, status, ...(runId !== undefined && { runId }) };
          }),
        );
      }),
    read: (id) =>
      withStore(file, cwd, async (store, { readSession }) => {
        const { status, messages, pending, runId } = await readSession(store, id);
        const { agent = '', createdAt = 0, updatedAt = 0 } = (await store.find(id)) ?? {};
        const open = runId === undefined ? {} : { runId };
        return { id, agent, createdAt, updatedAt, status, messages, pending, ...open };
      }),
    start(listener) {
      for (const one of files) watchFile(one, { interval: LOOK_MS, persistent: false }, listener);
    },
    close() {
      for (const one of files) unwatchFile(one);
    },
  };
}
