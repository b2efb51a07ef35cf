/** A client whose connection is interrupted during a call. Since 2026-07-28 nothing is resumed. */
import { setImmediate as turn } from 'node:timers/promises';
import type { EventStore } from '@modelcontextprotocol/server';
import type { HttpOptions } from './http-options.js';
import { begin, broken, CALL, closeAll, moment, ownStore, read, send, serve } from './resume.test.support.js';

afterEach(closeAll);

const STORES: [string, HttpOptions][] = [
  ['memory', {}],
  ['a store of its own', { resume: { store: ownStore() } }],
];

describe.each(STORES)('with the events in %s', (_, http) => {
  it('a client that loses its connection during a call gets the rest', async () => {
    const { url, step } = await serve(http);
    const session = await begin(url);
    const cut = send(url, session, CALL);
    // The first event has only an id, so that even an empty stream can be resumed.
    const [first] = await read(await cut, 1);
    expect(first?.data).toBe('');
    for (const _ of [1, 2]) await step();
    const resumed = await send(url, { ...session, 'Last-Event-ID': first?.id ?? '' });
    expect(resumed.headers.get('content-type')).toBe('text/event-stream');
    const third = step();
    const events = await read(resumed, 4);
    await third;
    const progress = (value: number) => ({ progressToken: 'p', progress: value, total: 3 });
    expect(events.map(({ data }) => JSON.parse(data))).toMatchObject([
      { method: 'notifications/progress', params: progress(1) },
      { method: 'notifications/progress', params: progress(2) },
      { method: 'notifications/progress', params: progress(3) },
      { id: 1, result: { content: [{ type: 'text', text: 'all done' }] } },
    ]);
    // A second request gets the same again, and the stream ends; after the answer there is nothing.
    const again = await send(url, { ...session, 'Last-Event-ID': events[2]?.id ?? '' });
    expect(await again.text()).toContain('all done');
    const over = await send(url, { ...session, 'Last-Event-ID': events[3]?.id ?? '' });
    expect(over.status).toBe(204);
  });

  it('refuses events of another session and made-up events, also those of the notification stream', async () => {
    const { url, step } = await serve(http);
    const [own, other] = [await begin(url), await begin(url)];
    const [first] = await read(await send(url, own, CALL), 1);
    for (const _ of [1, 2, 3]) await step();
    const id = first?.id ?? '';
    for (const foreign of [id, id.replace(/[^:]+@/, '~GET~stream@'), 'event-0', 'nonsense']) {
      const refused = await send(url, { ...other, 'Last-Event-ID': foreign });
      expect(refused.ok).toBe(false);
      expect(await refused.text()).not.toContain('all done');
    }
    expect((await read(await send(url, { ...own, 'Last-Event-ID': id }), 4)).at(-1)?.data).toContain(
      'all done',
    );
  });
});

it('ends the stream of a client that resumes while the answer is being stored', async () => {
  const { storeEvent, replayEventsAfter } = ownStore();
  const [storing, asked, finished] = [moment(), moment(), moment()];
  const slow: EventStore = {
    storeEvent: async (stream, message) => {
      if ('result' in message && 'content' in message.result) {
        storing.happen();
        await finished.promise;
      }
      return storeEvent(stream, message);
    },
    replayEventsAfter: (...args) => {
      asked.happen();
      return replayEventsAfter(...args);
    },
  };
  const { url, step } = await serve({ resume: { store: slow, retryMs: 10 } });
  const session = await begin(url);
  const [first] = await read(await send(url, session, CALL), 1);
  for (const _ of [1, 2, 3]) await step();
  await storing.promise;
  const resumed = send(url, { ...session, 'Last-Event-ID': first?.id ?? '' });
  await asked.promise;
  // The server has found the stream and waits until the answer is stored.
  await turn();
  finished.happen();
  expect(await (await resumed).text()).toContain('all done');
});

it('ends the stream of a client whose answer arrives while its event is being looked up', async () => {
  const { storeEvent, replayEventsAfter } = ownStore();
  const [asked, answered, finished] = [moment(), moment(), moment()];
  const slow: EventStore = {
    storeEvent: async (stream, message) => {
      const id = await storeEvent(stream, message);
      if ('result' in message && 'content' in message.result) answered.happen();
      return id;
    },
    replayEventsAfter,
    getStreamIdForEventId: async (id) => {
      asked.happen();
      await finished.promise;
      return replayEventsAfter(id, { send: async () => undefined });
    },
  };
  const { url, step } = await serve({ resume: { store: slow, retryMs: 10 } });
  const session = await begin(url);
  const [first] = await read(await send(url, session, CALL), 1);
  for (const _ of [1, 2]) await step();
  const resumed = send(url, { ...session, 'Last-Event-ID': first?.id ?? '' });
  await asked.promise;
  await step();
  await answered.promise;
  // The server knows that the answer is stored.
  await turn();
  finished.happen();
  expect(await (await resumed).text()).toContain('all done');
});

it('treats an empty id as a request for the notification stream, and delays nothing', async () => {
  const { url, step } = await serve({}, false);
  const session = await begin(url);
  const notices = await send(url, { ...session, 'Last-Event-ID': '' });
  const response = send(url, session, CALL);
  for (const _ of [1, 2, 3]) await step();
  expect(await (await response).text()).toContain('all done');
  expect(notices.status).toBe(200);
  await notices.body?.cancel();
});

it('refuses to resume from a dropped event instead of sending a part', async () => {
  const { url, step } = await serve({ resume: { maxEvents: 2, retryMs: 10 } });
  const session = await begin(url);
  const [first] = await read(await send(url, session, CALL), 1);
  for (const _ of [1, 2, 3]) await step();
  const resume = () => send(url, { ...session, 'Last-Event-ID': first?.id ?? '' });
  while ((await resume()).status !== 400) await new Promise((resolve) => setTimeout(resolve, 5));
});

it('sends no empty events to old clients, which may omit the version header', async () => {
  const { url, step } = await serve();
  const old = await send(url, await begin(url, '2025-03-26'), CALL);
  await step();
  expect((await read(old, 1))[0]?.data).toContain('notifications/progress');
  const wrong = await send(url, { ...(await begin(url)), 'Mcp-Protocol-Version': '1999-01-01' }, CALL);
  expect(wrong.status).toBe(400);
});

it('resumes a batch after its first answer', async () => {
  const { url, step } = await serve();
  const session = await begin(url, '2025-03-26');
  const [first] = await read(await send(url, session, [{ jsonrpc: '2.0', id: 2, method: 'ping' }, CALL]), 1);
  expect(JSON.parse(first?.data ?? '')).toMatchObject({ id: 2, result: {} });
  const resume = () => send(url, { ...session, 'Last-Event-ID': first?.id ?? '' });
  let resumed = await resume();
  // The server does not know yet that the client is gone.
  while (resumed.status === 409) resumed = await resume();
  expect(resumed.status).toBe(200);
  for (const _ of [1, 2, 3]) await step();
  expect((await read(resumed, 4)).at(-1)?.data).toContain('all done');
});

it('sends no ids if resuming is off', async () => {
  const { url, step } = await serve({ resume: false });
  const response = send(url, await begin(url), CALL);
  for (const _ of [1, 2, 3]) await step();
  const text = await (await response).text();
  expect(text).toContain('all done');
  expect(text).not.toContain('id: ');
});

it('answers although the store fails', async () => {
  const { url, step } = await serve({ resume: { store: broken } }, false);
  const session = await begin(url);
  const response = send(url, session, CALL);
  for (const _ of [1, 2, 3]) await step();
  expect(await (await response).text()).toContain('all done');
  expect((await send(url, { ...session, 'Last-Event-ID': 'x' })).status).toBeGreaterThanOrEqual(400);
});
