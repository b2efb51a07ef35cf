import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentEvent, LLMProvider } from '@toolwright/contract';
import { type ClientConfig, createClient } from '@toolwright/llm';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { dropOldest } from '../compaction/drop-oldest.js';
import { summarize } from '../compaction/summarize.js';
import { prefixModel } from './prefix-model.test.support.js';
import { cachedPart, markedPrefixes, WIRES, type WireName } from './wires.test.support.js';

const TURNS = 120;
const CONFIG: Partial<AgentConfig> = { systemPrompt: 'Look.', maxIterations: TURNS + 1 };

/** An agent that looks 120 times, answers, and answers once more. */
async function runLong(llmClient: LLMProvider, config: Partial<AgentConfig>) {
  const events: AgentEvent[] = [];
  const logger = { log: (event: AgentEvent) => events.push(event) };
  const toolRegistry = stubTools({ look: () => 'seen', find: () => 'found' });
  const agent = new Agent({ llmClient, toolRegistry, logger, ...CONFIG, ...config });
  const result = await agent.run('Look everywhere.');
  const next = await agent.run('And again?');
  expect([result.status, next.status]).toEqual(['completed', 'completed']);
  expect(result.messages.length).toBeGreaterThan(2 * TURNS);
  return { agent, cuts: events.filter(({ type }) => type === 'history-compact') };
}

/** The same over HTTP; returns the bodies of its requests. */
async function runOverHttp(wire: WireName, config: Partial<AgentConfig> = {}) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await readBody(request));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(WIRES[wire].reply(bodies.length, bodies.length > TURNS)));
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  const client: ClientConfig = { ...WIRES[wire].client, apiKey: 'key', baseUrl: `http://127.0.0.1:${port}` };
  try {
    const { cuts } = await runLong(createClient(client), config);
    expect(bodies).toHaveLength(TURNS + 2);
    return { bodies, cuts };
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

/** The share of values, but for the first, for which this holds with the one before. */
function share<T>(values: readonly T[], holds: (value: T, before: T) => boolean): number {
  const pairs = values.slice(1).map((value, index) => [value, values[index] as T] as const); // one before each
  return pairs.filter(([value, before]) => holds(value, before)).length / pairs.length;
}

// H8
describe('the requests of a long run', () => {
  it.each<[string, WireName, Partial<AgentConfig>]>([
    ['the default limit', 'openai', {}],
    ['the default limit, in the responses API', 'responses', {}],
    ['the default limit, at Anthropic', 'anthropic', {}],
    ['the default limit, at Google', 'google', {}],
    ['the default limit, at Groq', 'groq', {}],
    ['the default limit, on Ollama', 'ollama', {}],
    ['messages after each step', 'openai', { afterTools: 'Go on.' }],
    ['a description', 'openai', { description: 'Looks.' }],
    ['a compaction', 'openai', { compaction: dropOldest({ maxHistoryTokens: 1_000 }) }],
  ])('begin like the previous one, byte for byte: %s', async (_, wire, config) => {
    const { bodies, cuts } = await runOverHttp(wire, config);
    const parts = bodies.map((body) => cachedPart(wire, body));
    const kept = share(parts, (part, before) => part.startsWith(before));
    expect(kept).toBeGreaterThanOrEqual(0.9);
    // Each other request follows a cut, and each cut is reported.
    expect(cuts.length).toBeGreaterThan(1);
    expect(Math.round((1 - kept) * (parts.length - 1))).toBe(cuts.length);
  });

  it('read what the previous one wrote to the cache of Anthropic', async () => {
    const { bodies } = await runOverHttp('anthropic');
    const marks = bodies.map(markedPrefixes);
    for (const prefixes of marks) expect(prefixes.length).toBeLessThanOrEqual(4);
    expect(share(marks, (prefixes, before) => prefixes.includes(before.at(-1) ?? ''))).toBeGreaterThanOrEqual(
      0.9,
    );
    // Tools and system prompt are read after a cut as well.
    expect(share(marks, ([tools, system], before) => tools === before[0] && system === before[1])).toBe(1);
  });

  it.each<[string, Partial<AgentConfig>]>([
    ['the default limit', {}],
    ['messages after each step', { afterTools: 'Go on.' }],
    ['dropOldest', { compaction: dropOldest({ maxHistoryTokens: 1_000 }) }],
    [
      'summarize',
      {
        compaction: summarize({
          maxHistoryTokens: 1_000,
          llmClient: scriptedModel.byInput(() => ['It was long.']),
        }),
      },
    ],
    ['calls in text', { protocol: 'xml' }],
  ])('satisfy a provider that refuses others: %s', async (_, config) => {
    await runLong(prefixModel(TURNS, { misses: (TURNS + 2) / 10 }), config);
  });

  it('are cut by half at once if the model refuses them as too long', async () => {
    const model = prefixModel(TURNS, { misses: (TURNS + 2) / 10, maxMessages: 60 });
    const { cuts } = await runLong(model, { maxHistory: 10_000 });
    expect(cuts.length).toBeGreaterThan(1);
    for (const cut of cuts)
      expect(cut).toEqual({ type: 'history-compact', before: 62, after: expect.any(Number) });
  });
});
