import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentEvent } from '@toolwright/contract';
import { createClient, type ProviderName } from '@toolwright/llm';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { dropOldest } from '../compaction/drop-oldest.js';

const TURNS = 120;

/** Replies of a model that always calls a tool, in the formats of two providers. */
const REPLIES = {
  openai: (turn: number) => ({
    choices: [
      {
        index: 0,
        message:
          turn > TURNS
            ? { role: 'assistant', content: 'Seen.' }
            : {
                role: 'assistant',
                content: null,
                tool_calls: [
                  {
                    id: `call_${turn}`,
                    type: 'function',
                    function: { name: 'look', arguments: `{"at":${turn}}` },
                  },
                ],
              },
        finish_reason: turn > TURNS ? 'stop' : 'tool_calls',
      },
    ],
  }),
  anthropic: (turn: number) => ({
    type: 'message',
    role: 'assistant',
    content:
      turn > TURNS
        ? [{ type: 'text', text: 'Seen.' }]
        : [{ type: 'tool_use', id: `toolu_${turn}`, name: 'look', input: { at: turn } }],
    stop_reason: turn > TURNS ? 'end_turn' : 'tool_use',
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
} as const satisfies Partial<Record<ProviderName, unknown>>;

/** The part of a request that a provider caches: tools, system prompt and messages, byte for byte, without Anthropic's cache marks. */
function cachedPart(body: string): string {
  const { tools, system, messages } = JSON.parse(body, (key, value) =>
    key === 'cache_control' ? undefined : value,
  );
  const [head, list] = [JSON.stringify([tools, system]), JSON.stringify(messages)];
  expect(body.replaceAll(/,"cache_control":\{[^}]*\}/g, '').includes(list)).toBe(true);
  return head + list.slice(0, -1);
}

async function runLong(provider: keyof typeof REPLIES, config: Partial<AgentConfig>) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await readBody(request));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(REPLIES[provider](bodies.length)));
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const baseUrl = `http://127.0.0.1:${port}`;
  const llmClient = createClient({ provider, model: 'claude-or-gpt', apiKey: 'key', baseUrl });
  const tools = { look: () => 'seen', find: () => 'found' };
  const toolRegistry = stubTools(tools);
  const events: AgentEvent[] = [];
  const logger = { log: (event: AgentEvent) => events.push(event) };
  try {
    const agent = new Agent({
      ...{ llmClient, toolRegistry, systemPrompt: 'Look.', maxIterations: TURNS + 1, logger },
      ...config,
    });
    const result = await agent.run('Look everywhere.');
    const next = await agent.run('And again?');
    return { result, next, parts: bodies.map(cachedPart), events };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

// H8
describe('the requests of a long run', () => {
  it.each<[string, keyof typeof REPLIES, Partial<AgentConfig>]>([
    ['the default limit', 'openai', {}],
    ['the default limit, at Anthropic', 'anthropic', {}],
    ['messages after each step', 'openai', { afterTools: 'Go on.' }],
    ['a description', 'openai', { description: 'Looks.' }],
    ['a compaction', 'openai', { compaction: dropOldest({ maxHistoryTokens: 1_000 }) }],
  ])('begin like the previous one, byte for byte: %s', async (_, provider, config) => {
    const { result, next, parts, events } = await runLong(provider, config);
    expect([result.status, next.status]).toEqual(['completed', 'completed']);
    expect(parts).toHaveLength(TURNS + 2);
    const same = parts.filter((part, index) => index > 0 && part.startsWith(parts[index - 1] ?? ''));
    expect(same.length / (parts.length - 1)).toBeGreaterThanOrEqual(0.9);
    const cuts = events.filter(({ type }) => type === 'history-compact');
    if (config.compaction === undefined)
      expect(cuts).toEqual([
        { type: 'history-compact', before: expect.any(Number), after: expect.any(Number) },
      ]);
    else expect(cuts.length).toBeGreaterThan(1);
    expect(result.messages.length).toBeGreaterThan(2 * TURNS);
  });
});
