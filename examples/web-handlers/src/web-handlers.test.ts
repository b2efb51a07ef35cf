// M7
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { POST } from './app/api/chat/route.js';
import * as next from './app/mcp/route.js';
import { app as expressApp } from './express.js';
import { app as fastifyApp } from './fastify.js';
import { fetch as plainFetch } from './fetch.js';
import { agent } from './handlers.js';
import { app as honoApp } from './hono.js';
import { llmClient } from './model.js';

/** What Next.js does with the route files. */
function answerByRoute(request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/api/chat') return POST(request);
  if (pathname === '/api/agent') return agent(request);
  const handler = Object.entries(next).find(([method]) => method === request.method)?.[1];
  return handler?.(request) ?? new Response(null, { status: 405 });
}

const servers: readonly [name: string, listener: () => Promise<RequestListener> | RequestListener][] = [
  ['Hono', () => getRequestListener(honoApp.fetch)],
  ['Express', () => expressApp],
  [
    'Fastify',
    async () => {
      await fastifyApp.ready();
      return fastifyApp.routing;
    },
  ],
  ['Next.js', () => getRequestListener(answerByRoute)],
  ['fetch', () => getRequestListener(plainFetch)],
];

/** The signals of requests to the model, so that the test sees whether the run was aborted. */
const signals: AbortSignal[] = [];
const { stream } = llmClient;
llmClient.stream = (messages, tools, options) => {
  if (options?.signal) signals.push(options.signal);
  // The model of the example streams.
  return stream?.call(llmClient, messages, tools, options) as NonNullable<
    ReturnType<NonNullable<typeof stream>>
  >;
};

let threads = 0;
const user = (text: string) => ({ id: 'u', role: 'user', parts: [{ type: 'text', text }] });

describe.each(servers)('behind %s', (_name, listener) => {
  let url = '';
  const server = createServer();
  beforeAll(async () => {
    server.on('request', await listener());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port.
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const post = (body: unknown, init: RequestInit = {}) =>
    fetch(`${url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    });
  const frames = async (response: Response) =>
    (await response.text())
      .split('\n\n')
      .filter((frame) => frame.startsWith('data: {'))
      .map((frame) => JSON.parse(frame.slice('data: '.length)));
  const texts = (all: readonly { readonly type: string; readonly delta?: string }[]) =>
    all.flatMap(({ type, delta }) => (type === 'text-delta' ? [delta] : [])).join('');
  const newThread = () => `thread-${++threads}`;

  const askToCancel = async (id: string, order: string) => {
    const asked = await frames(await post({ id, messages: [user(`Cancel order ${order}.`)] }));
    return asked.find(({ type }) => type === 'tool-approval-request').approvalId as string;
  };
  const decide = (id: string, callId: string, approved: boolean) => {
    const part = {
      type: 'dynamic-tool',
      toolName: 'cancel',
      toolCallId: callId,
      state: 'approval-responded',
      input: {},
    };
    const parts = [{ ...part, approval: { id: callId, approved } }];
    return post({ id, messages: [user('x'), { id: 'a', role: 'assistant', parts }] });
  };

  it('streams an answer, remembers it, and answers again', async () => {
    const id = newThread();
    const response = await post({ id, messages: [user('Hello')] });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(texts(await frames(response))).toBe('You said: Hello ');
    const again = { id, messages: [user('Bye')], trigger: 'regenerate-message', messageId: 'a' };
    expect(texts(await frames(await post(again)))).toBe('You said: Bye ');
  });

  it('asks before it cancels an order, and takes a decision once', async () => {
    const id = newThread();
    const callId = await askToCancel(id, `X${threads}`);
    // Two tabs decide at once: one run goes on.
    const both = await Promise.all([decide(id, callId, true), decide(id, callId, true)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const resumed = both.find(({ status }) => status === 200);
    const all = resumed === undefined ? [] : await frames(resumed);
    expect(all).toContainEqual(
      expect.objectContaining({ type: 'tool-output-available', output: `There is no order X${threads}.` }),
    );
    expect(texts(all)).toBe(`Done: There is no order X${threads}. `);
  });

  it('refuses decisions about calls of other conversations', async () => {
    const id = newThread();
    const other = newThread();
    const callId = await askToCancel(id, 'A1');
    for (const [thread, call] of [
      [other, callId],
      [id, 'call_99'],
      [newThread(), callId],
    ] as const) {
      const refused = await decide(thread, call, true);
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        400,
        expect.stringContaining('text/plain'),
      ]);
    }
    // The conversation still waits.
    expect(await frames(await decide(id, callId, false))).toContainEqual(
      expect.objectContaining({ type: 'tool-output-denied' }),
    );
  });

  it('refuses the approval of a run that is not the one that waits, even if its call has the same id', async () => {
    const id = newThread();
    const [first, second] = [await askToCancel(id, 'A1'), await askToCancel(id, 'A2')];
    expect((await decide(id, first, true)).status).toBe(400);
    expect(await frames(await decide(id, second, false))).toContainEqual(
      expect.objectContaining({ type: 'tool-output-denied' }),
    );
    const nothing = await decide(id, second, true);
    expect([nothing.status, await nothing.text()]).toEqual([400, 'Nothing waits for a decision.']);
  });

  it('keeps the pause of a tab when the run of another tab ends later', async () => {
    const id = newThread();
    const other = await post({ id, messages: [user('Hello')] });
    const callId = await askToCancel(id, 'A1');
    await other.text();
    expect((await decide(id, callId, false)).status).toBe(200);
  });

  it('refuses another answer to a message that it does not remember', async () => {
    const messages = [user('One'), { role: 'assistant', parts: [] }, user('Two')];
    const again = await post({ id: newThread(), messages, trigger: 'regenerate-message', messageId: 'a' });
    expect([again.status, await again.text()]).toEqual([400, expect.stringContaining('does not remember')]);
  });

  it('two tabs of one conversation both get their answers', async () => {
    const id = newThread();
    const answers = await Promise.all(
      ['One', 'Two'].map(async (text) => texts(await frames(await post({ id, messages: [user(text)] })))),
    );
    expect(answers).toEqual(['You said: One ', 'You said: Two ']);
  });

  it('aborts the run when its client leaves', async () => {
    const { length } = signals;
    const controller = new AbortController();
    const response = await post(
      { id: newThread(), messages: [user('Tell me a story.')] },
      { signal: controller.signal },
    );
    const reader = response.body?.getReader();
    await reader?.read();
    const [signal] = signals.slice(length);
    expect(signal?.aborted).toBe(false);
    controller.abort();
    await reader?.read().catch(() => undefined);
    if (signal?.aborted === false) await once(signal, 'abort');
    expect(signal?.aborted).toBe(true);
  });

  it.each([
    ['not JSON', '{'],
    ['another shape', { id: 'x', messages: [{ role: 'assistant', parts: [] }] }],
    ['a list', []],
  ])('answers a body that is %s with status 400', async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  it('serves AG-UI and MCP', async () => {
    const run = {
      threadId: newThread(),
      runId: 'r1',
      messages: [{ id: '1', role: 'user', content: 'Hi' }],
      tools: [],
      context: [],
    };
    const response = await fetch(`${url}/api/agent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(run),
    });
    expect((await frames(response)).at(-1)).toMatchObject({ type: 'RUN_FINISHED', runId: 'r1' });
    for (const mode of ['auto', 'legacy'] as const) {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
      const { structuredContent } = await client.callTool({ name: 'list', arguments: {} });
      expect(structuredContent).toMatchObject({ A1: 'a lamp' });
      await client.close();
    }
  });
});
