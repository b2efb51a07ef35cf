import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { Border } from './border.js';

const DISCOVER: JSONRPCMessage = { jsonrpc: '2.0', id: 'd', method: 'server/discover' };
const INITIALIZE: JSONRPCMessage = { jsonrpc: '2.0', id: 'i', method: 'initialize' };

const answer = (id: string, result: Record<string, unknown>): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  result,
});
const CURRENT = answer('d', { supportedVersions: ['2025-11-25', '2026-07-28'] });
const OLDER = answer('d', { supportedVersions: ['2025-11-25'] });
const INITIALIZED = answer('i', { protocolVersion: '2025-11-25' });

/** Sends requests and receives responses in this order, and counts how often the server turned out to be late. */
async function late(...messages: readonly JSONRPCMessage[]): Promise<number> {
  let count = 0;
  const border = new Border("The server 'files'");
  border.listen({
    onResponse: () => {},
    onWarning: (error) => {
      throw error;
    },
    onLateAnswer: () => {
      count += 1;
    },
  });
  const transport: Transport = { start: async () => {}, close: async () => {}, send: async () => {} };
  border.guard(transport);
  transport.onmessage = () => {};
  for (const message of messages) {
    if ('method' in message) await transport.send(message);
    else transport.onmessage?.(message);
  }
  return count;
}

describe('a server of the current revision is not taken for an older one', () => {
  it.each<[string, ...JSONRPCMessage[]]>([
    ['between the two questions', DISCOVER, CURRENT, INITIALIZE],
    ['before it answers the second question', DISCOVER, INITIALIZE, CURRENT],
    ['after it has answered the second question', DISCOVER, INITIALIZE, INITIALIZED, CURRENT],
  ])('if its answer comes %s', async (_, ...messages) => {
    expect(await late(...messages)).toBe(1);
  });
});

describe('a server is an older one', () => {
  it.each<[string, ...JSONRPCMessage[]]>([
    ['if it says so', DISCOVER, OLDER, INITIALIZE, INITIALIZED],
    ['if it says so late', DISCOVER, INITIALIZE, OLDER, INITIALIZED],
    ['if it answers only the second question', DISCOVER, INITIALIZE, INITIALIZED],
    ['if nobody asks the first question', INITIALIZE, INITIALIZED],
  ])('%s', async (_, ...messages) => {
    expect(await late(...messages)).toBe(0);
  });
});

it('a server that answers in time is asked no second question', async () => {
  expect(await late(DISCOVER, CURRENT)).toBe(0);
});
