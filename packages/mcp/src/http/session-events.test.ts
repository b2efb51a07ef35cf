import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { SessionEvents } from './session-events.js';

const message = { jsonrpc: '2.0', method: 'note' } as const;

it('stores nothing during a replay: the event would be in neither the replay nor the resumed stream', async () => {
  const log: string[] = [];
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let stream = '';
  const store: EventStore = {
    storeEvent: async (name) => {
      stream = name;
      log.push('stored');
      return `event-${log.length}`;
    },
    replayEventsAfter: async () => {
      log.push('replay begins');
      await finished;
      log.push('replay ends');
      return stream;
    },
  };
  const events = new SessionEvents(store, () => undefined);
  const first = await events.storeEvent('a', message);
  const replayed = events.replayEventsAfter(first, { send: async () => undefined });
  const goesOn = replayed.then(() => log.push('stream goes on'));
  const written = events.storeEvent('a', message).then(() => log.push('written'));
  await new Promise((resolve) => setImmediate(resolve));
  finish();
  await Promise.all([goesOn, written]);
  expect(log).toEqual(['stored', 'replay begins', 'replay ends', 'stream goes on', 'stored', 'written']);
  expect(await replayed).toBe('a');
});

it('stores events after a replay has failed', async () => {
  const store: EventStore = {
    storeEvent: async () => 'event',
    replayEventsAfter: () => Promise.reject(new Error('disk full')),
  };
  const events = new SessionEvents(store, () => undefined);
  await expect(events.replayEventsAfter('event', { send: async () => undefined })).rejects.toThrow(
    'disk full',
  );
  expect(await events.storeEvent('a', message)).toBe('event');
});
