import { join } from 'node:path';
import { inspect } from 'node:util';
import { createMemoryStore, openSession, openSqliteStore, type SessionStore } from '@toolwright/store';
import { CANARIES } from '../canaries.js';
import { app, clientOf, createTools, startModel } from '../stage.js';
import { contentsOf, inFolder } from './folder.js';
import { type Sink, WHOLE } from './sink.js';

export function stores(): Record<string, Sink> {
  const run = async (store: SessionStore): Promise<string> => {
    const model = await startModel(['calls', 'echo', 'ask']);
    const agent = { name: 'canary', llmClient: clientOf(model), toolRegistry: createTools() };
    const session = await openSession({ store, agent });
    const said: unknown[] = [];
    for (const input of [`Use ${CANARIES.hidden}`, 'And then?'])
      said.push(await session.run(input, { context: app, stream: true }));
    const text = inspect([said, await session.state()], WHOLE);
    await model.close();
    return text;
  };
  return {
    createMemoryStore: () => run(createMemoryStore()),
    openSqliteStore: () =>
      inFolder(async (folder) => {
        const store = await openSqliteStore({ file: join(folder, 'sessions.db') } as never);
        const text = await run(store);
        const whileOpen = await contentsOf(folder);
        await (store as { close?: () => unknown }).close?.();
        return text + whileOpen + (await contentsOf(folder));
      }),
  };
}
