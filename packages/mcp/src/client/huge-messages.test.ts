/** No message over 64 MiB is read, whatever brings it, and when. */
import { connectMcp } from './connect-mcp.js';
import type { McpEvent } from './connect-options.js';
import { endAll } from './connected.test.support.js';
import { connect, serve, tool } from './plain-server.test.support.js';
import { listed, rogueServer } from './rogue-server.test.support.js';

afterEach(endAll);

const TOO_LARGE = /sent a message of more than 67,108,864 bytes\.$/;
const POUR = `const pour = () => process.stdout.write('y'.repeat(1 << 20), pour); pour();`;
const MEGABYTE = Buffer.alloc(1_000_000, 'y');
const LONG = `send({ id, result: { content: [{ type: 'text', text: 'y'.repeat(70_000_000) }] } });`;

it.each([
  ['without an end', POUR],
  ['that has an end', LONG],
  ['followed by the answer', `${LONG} answer({ content: [] });`],
])('a program with a message %s is ended, and the call fails', async (_, write) => {
  const server = rogueServer(`case 'tools/call': ${write} break;`, [listed('read')]);
  const { registry, warnings } = await connect({ ...server, timeoutMs: 60_000 });
  const error = await registry.call('read').catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'INVALID_RESPONSE', message: expect.stringMatching(TOO_LARGE) });
  expect(warnings().map(({ message }) => message)).toEqual([expect.stringMatching(TOO_LARGE)]);
});

it.each(['server/discover', 'initialize', 'tools/list'])(
  'so is one whose answer to %s is too large',
  async (method) => {
    const events: McpEvent[] = [];
    const server = rogueServer(`case '${method}': ${POUR} break;`, [listed('read')]);
    const connecting = connectMcp({ ...server, reconnect: false, onEvent: (event) => events.push(event) });
    await expect(connecting).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(events.filter(({ type }) => type === 'warning')).toHaveLength(1);
  },
);

it('a program is started again for the next call', async () => {
  const cases = `case 'tools/call': if (params.name === 'long') { ${LONG} } else answer({ content: [{ type: 'text', text: 'ok' }] }); break;`;
  const server = rogueServer(cases, [listed('long'), listed('read')]);
  const { registry } = await connect({
    ...server,
    timeoutMs: 60_000,
    reconnect: { attempts: 3, delayMs: 10 },
  });
  await expect(registry.call('long')).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  expect(await registry.call('read')).toBe('ok');
});

describe.each([
  ['application/json', '', ''],
  ['text/event-stream', 'data: ', '\n\n'],
  ['text/event-stream', 'id: e1\ndata: ', '\n\n'],
])('over HTTP, as %s', (type, before, after) => {
  it.each(['initialize', 'tools/list', 'tools/call'])('an answer to %s fails', async (huge) => {
    const url = await serve('2025-11-25', ({ id, method, params, response }) => {
      if (method === 'tools/list' && huge !== method) return { tools: [tool('long'), tool('read')] };
      if (method === 'tools/call' && params.name === 'read')
        return { content: [{ type: 'text', text: 'ok' }] };
      if (method !== huge) return undefined;
      const [head = '', tail = ''] = JSON.stringify({ jsonrpc: '2.0', id, result: { text: '…' } }).split('…');
      const parts = [before + head, ...Array.from({ length: 70 }, () => MEGABYTE), tail + after];
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      response.writeHead(200, { 'content-type': type, 'content-length': length });
      for (const part of parts) response.write(part);
      response.end();
      return 'written';
    });
    const invalid = { code: 'INVALID_RESPONSE', message: expect.stringMatching(TOO_LARGE) };
    const connecting = connect({ url, timeoutMs: 60_000 });
    if (huge !== 'tools/call') return void (await expect(connecting).rejects.toMatchObject(invalid));
    const { registry } = await connecting;
    await expect(registry.call('long')).rejects.toMatchObject(invalid);
    expect(await registry.call('read')).toBe('ok');
  });
});
