/** A client whose connection is interrupted during a call. */
import { setImmediate as turn } from 'node:timers/promises';
import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { ObjectSchema, ToolContext } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { connectMcp } from '../client/connect-mcp.js';
import { serveMcp } from '../serve-mcp.js';
import { findMcpCall } from '../server/mcp-call.js';
import type { McpService } from '../service.js';
import type { HttpOptions } from './http-options.js';
import type { ResumeOptions } from './resume-options.js';

const none: ObjectSchema = { type: 'object', properties: {} };
const services: McpService[] = [];
const cuts: AbortController[] = [];

afterEach(async () => {
  for (const cut of cuts.splice(0)) cut.abort();
  for (const service of services.splice(0)) await service.close();
});

/** A tool that reports three steps; each step waits until `step` is called. */
async function serve(http: HttpOptions = {}, isReleased = true) {
  const steps: (() => void)[] = [];
  const tools = new ToolRegistry();
  tools.register(
    new FunctionTool({
      name: 'work',
      description: 'Works in three steps.',
      parameters: none,
      fn: async (_: object, context: ToolContext) => {
        for (const progress of [1, 2, 3]) {
          await new Promise<void>((resolve) => steps.push(resolve));
          context.progress({ progress, total: 3 });
          if (progress === 1 && isReleased) findMcpCall(context)?.releaseConnection?.();
        }
        return 'all done';
      },
    }),
  );
  const service = await serveMcp(tools, { http: { resume: { retryMs: 10 }, ...http } });
  services.push(service);
  const step = async (): Promise<void> => {
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    steps.shift()?.();
  };
  return { url: service.url ?? '', step };
}

function send(url: string, headers: Record<string, string>, body?: object): Promise<Response> {
  const cut = new AbortController();
  cuts.push(cut);
  return fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    signal: cut.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Starts a session and returns its headers. */
async function begin(url: string, protocolVersion = '2025-11-25'): Promise<Record<string, string>> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const response = await send(url, {}, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  await response.text();
  return { 'Mcp-Session-Id': response.headers.get('mcp-session-id') ?? '' };
}

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'work', arguments: {}, _meta: { progressToken: 'p' } },
};

/** Reads this many events with an id, then closes the connection. */
async function read(response: Response, count: number): Promise<{ id: string; data: string }[]> {
  let text = '';
  const decoder = new TextDecoder();
  const events = () => [...text.matchAll(/id: (\S*)\n(?:retry: \d+\n)?data: (.*)\n\n/g)];
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (events().length >= count) break;
  }
  return events().map(([, id = '', data = '']) => ({ id, data }));
}

/** An event that happens once and can be awaited. */
function moment(): { readonly promise: Promise<void>; readonly happen: () => void } {
  let happen = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { promise, happen: () => happen() };
}

/** A minimal store of an application, shared by all sessions. */
function ownStore(): EventStore {
  const events: { id: string; stream: string; message: Parameters<EventStore['storeEvent']>[1] }[] = [];
  return {
    storeEvent: async (stream, message) => {
      const id = `event-${events.length}`;
      events.push({ id, stream, message });
      return id;
    },
    replayEventsAfter: async (last, { send }) => {
      const from = events.findIndex(({ id }) => id === last);
      const stream = events[from]?.stream;
      if (stream === undefined) throw new Error('There is no such event.');
      for (const event of events.slice(from + 1)) {
        if (event.stream === stream) await send(event.id, event.message);
      }
      return stream;
    },
  };
}

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
}, 10_000);

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

const broken = {
  storeEvent: () => Promise.reject(new Error('disk full')),
  replayEventsAfter: () => Promise.reject(new Error('disk full')),
};

it('answers although the store fails', async () => {
  const { url, step } = await serve({ resume: { store: broken } }, false);
  const session = await begin(url);
  const response = send(url, session, CALL);
  for (const _ of [1, 2, 3]) await step();
  expect(await (await response).text()).toContain('all done');
  expect((await send(url, { ...session, 'Last-Event-ID': 'x' })).status).toBeGreaterThanOrEqual(400);
});

it('lets our own client resume by itself', async () => {
  const { url, step } = await serve();
  const connection = await connectMcp({ url });
  try {
    const registry = new ToolRegistry();
    connection.addTo(registry);
    const progress: unknown[] = [];
    const call = registry.call('work', {}, { onProgress: (value) => progress.push(value) });
    for (const _ of [1, 2, 3]) await step();
    expect(await call).toBe('all done');
    expect(progress).toEqual([1, 2, 3].map((value) => ({ progress: value, total: 3 })));
  } finally {
    await connection.close();
  }
});

it('fails a call of our own client at once if the rest is lost', async () => {
  // All events happen while the client is away, and only the last ones are kept.
  await expectRestLost({ maxEvents: 2, retryMs: 200 });
});

it('fails a call of our own client at once if the store is broken', async () => {
  await expectRestLost({ store: broken, retryMs: 10 });
});

/** Expects that the call fails and the connection stays usable. */
async function expectRestLost(resume: ResumeOptions): Promise<void> {
  const { url, step } = await serve({ resume });
  const connection = await connectMcp({ url });
  try {
    const registry = new ToolRegistry();
    connection.addTo(registry);
    const call = registry.call('work', {}, { onProgress: () => undefined });
    const steps = (async () => {
      for (const _ of [1, 2, 3]) await step();
    })();
    await expect(call).rejects.toMatchObject({ code: 'NETWORK' });
    await steps;
    expect((await connection.request('ping', {})) !== undefined).toBe(true);
  } finally {
    await connection.close();
  }
}
