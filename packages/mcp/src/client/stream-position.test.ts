/** The position in a stream stays over reconnections, until the server changes or clears it. */
import { asyncContexts } from '../../../../scripts/async-contexts.mjs';
import { endAll } from './connected.test.support.js';
import { connect, serve, tool, written } from './plain-server.test.support.js';

afterEach(endAll);

const NOTE = 'data: {"jsonrpc":"2.0","method":"notifications/tools/x"}\n\n';

/** A server that answers a call with `first`, and the GET requests after it with `later`; the last one is repeated. */
async function book(first: string, later: readonly (string | number)[]) {
  let call: unknown;
  const gets: string[] = [];
  const url = await serve('2025-11-25', ({ id, method, request, response }) => {
    if (method === 'tools/list') return { tools: [tool('book')] };
    if (method === 'tools/call') call = id;
    else if (method === 'GET' && call !== undefined)
      gets.push(String(request.headers['last-event-id'] ?? 'none'));
    else return undefined;
    const reply = method === 'tools/call' ? first : (later[Math.min(gets.length, later.length) - 1] ?? '');
    if (typeof reply === 'number') return written(response.writeHead(reply).end());
    const answer = { jsonrpc: '2.0', id: call, result: { content: [{ type: 'text', text: 'booked' }] } };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(reply.replace('ANSWER', `data: ${JSON.stringify(answer)}\n\n`));
    return 'written';
  });
  const { registry } = await connect({ url, timeoutMs: 60_000 });
  return { outcome: await registry.execute('book', {}), gets };
}

const BOOKED = { result: 'booked', error: null };
const PRIMED = 'retry: 50\nid: e7\ndata:\n\n';

it.each([
  ['a stream without an event', '', ['e7', 'e7']],
  ['comments alone', ': still there\n\n', ['e7', 'e7']],
  ['an event that has not ended', 'id: e9\ndata: x', ['e7', 'e7']],
  ['an error of the server', 503, ['e7', 'e7']],
  ['an event without an id', NOTE, ['e7', 'e7']],
  ['a later event', `id: e9\n${NOTE}`, ['e7', 'e9']],
  ['an event without data', 'id: e9\n\n', ['e7', 'e9']],
] as const)('a call goes on from there after %s', async (_, silence, gets) => {
  expect(await book(PRIMED, [silence, 'ANSWER'])).toEqual({ outcome: BOOKED, gets });
});

it.each([
  ['in its own stream', `retry: 50\nid: e8\n${NOTE}id:\n${NOTE}`, []],
  ['without data', 'retry: 50\nid: e8\ndata:\n\nid:\n\n', []],
])('a call whose position was cleared %s fails at once, and does not ask for it', async (_, first, gets) => {
  const begun = performance.now();
  const { outcome, gets: sent } = await book(first, ['']);
  expect(outcome).toMatchObject({
    result: null,
    error: expect.stringContaining("closed the connection while 'book' was running"),
  });
  expect(sent).toEqual(gets);
  expect(performance.now() - begun).toBeLessThan(50_000);
});

it('a call whose position was cleared in a resumed stream fails at once', async () => {
  const { outcome, gets } = await book(PRIMED, [`id:\n${NOTE}`]);
  expect(outcome.error).toContain("closed the connection while 'book' was running");
  expect(gets).toEqual(['e7']);
});

it("the server's own stream is resumed, too", async () => {
  const gets: string[] = [];
  let arrived = (): void => undefined;
  const third = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const url = await serve('2025-11-25', ({ method, request, response }) => {
    if (method === 'tools/list') return { tools: [tool('book')] };
    if (method !== 'GET') return undefined;
    gets.push(String(request.headers['last-event-id'] ?? 'none'));
    if (gets.length > 3) return written(arrived());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(['retry: 20\nid: s1\ndata:\n\n', '', 'id:\ndata:\n\n'][gets.length - 1]);
    return 'written';
  });
  await connect({ url });
  await third;
  expect(gets).toEqual(['none', 's1', 's1', 'none']);
});

it('all connections use one async context', async () => {
  const call = async () => expect((await book(PRIMED, ['ANSWER'])).outcome).toEqual(BOOKED);
  const [first, second] = [await asyncContexts(call), await asyncContexts(call)];
  expect(first.size).toBeGreaterThan(0);
  expect([...second]).toEqual([...first]);
});
