/** MCP servers that Anthropic calls itself. */
import type { GenerateOptions, LLMNotice, Message, RemoteMcpServer, ToolSpec } from '@toolwright/contract';
import { AnthropicClient } from '../../client/clients.js';
import type { LLMConfig } from '../../client/config.js';
import { assemble, toAssistantMessage } from '../../reply/stream-assembler.js';
import { failureOf } from '../../testing/failures.test.support.js';
import { SSE, sendJson, sharedRawServer } from '../../testing/raw-server.test.support.js';
import { message, streamOf } from './events.test.support.js';

type Block = Readonly<Record<string, unknown>>;

const TOKEN = 'tok-93c1f0aa';
const docs: RemoteMcpServer = {
  name: 'docs',
  url: 'https://mcp.example.com/mcp',
  headers: { authorization: `Bearer ${TOKEN}` },
  allow: ['search'],
};
const hello: readonly Message[] = [{ role: 'user', content: 'How much leave?' }];
const use = (id: string): Block => ({
  type: 'mcp_tool_use',
  id,
  name: 'search',
  server_name: 'docs',
  input: { text: 'leave' },
});
const result = (id: string, more: object = {}): Block => ({
  type: 'mcp_tool_result',
  tool_use_id: id,
  is_error: false,
  content: [{ type: 'text', text: '30 days' }],
  ...more,
});
const text = (said: string): Block => ({ type: 'text', text: said });
const weather: ToolSpec = {
  name: 'weather',
  description: 'Weather.',
  parameters: { type: 'object', properties: {} },
  annotations: {},
  source: { file: 'src/weather.ts', line: 1 },
};

const server = sharedRawServer();

function client(config: Partial<LLMConfig> = {}): AnthropicClient {
  return new AnthropicClient({
    provider: 'anthropic',
    model: 'claude-opus-4-8',
    baseUrl: server.url,
    apiKey: 'k',
    capabilities: { mcpServers: 'bearer' },
    retries: { maxRetries: 0 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
}

/** Returns one answer for each request, and repeats the last one. */
function answerWith(...parts: readonly (readonly [readonly Block[], string?])[]): void {
  server.respond((response, { body }, index) => {
    const [content, reason] = parts[Math.min(index, parts.length - 1)] ?? [[]];
    if (body.stream) response.writeHead(200, SSE).end(streamOf(content, reason));
    else sendJson(response, JSON.stringify(message(content, reason)));
  });
}

const WAYS = ['generate', 'stream'] as const;
type Way = (typeof WAYS)[number];

function ask(way: Way, options: GenerateOptions = {}, messages = hello, tools: readonly ToolSpec[] = []) {
  const asked = { mcpServers: [docs], ...options };
  return way === 'generate'
    ? client().generate(messages, tools, asked)
    : assemble(client().stream(messages, tools, asked));
}

// C4, A11
describe.each(WAYS)('MCP servers at the Messages API (%s)', (way) => {
  it('are sent beside the tools, with the beta header', async () => {
    answerWith([[text('ok')]]);
    await ask(way, {}, hello, [weather]);
    const { body, headers } = server.requests[0] ?? {};
    expect(headers?.['anthropic-beta']).toBe('mcp-client-2025-11-20');
    expect(body?.mcp_servers).toEqual([
      { type: 'url', name: 'docs', url: docs.url, authorization_token: TOKEN },
    ]);
    expect(body?.tools).toMatchObject([
      { name: 'weather' },
      {
        type: 'mcp_toolset',
        mcp_server_name: 'docs',
        default_config: { enabled: false },
        configs: { search: { enabled: true } },
      },
    ]);
    await ask(way, { mcpServers: [{ name: 'plain', url: 'https://mcp.example.com' }] });
    expect(server.requests[1]?.body).toMatchObject({
      mcp_servers: [{ type: 'url', name: 'plain', url: 'https://mcp.example.com' }],
      tools: [{ type: 'mcp_toolset', mcp_server_name: 'plain' }],
    });
    await ask(way, { mcpServers: [] });
    expect(server.requests[2]?.headers['anthropic-beta']).toBeUndefined();
    expect(server.requests[2]?.body.mcp_servers).toBeUndefined();
  });

  it('are called by the provider; the calls are reported and sent back, also without the server', async () => {
    answerWith([[text('Let me see.'), use('mcptoolu_1'), result('mcptoolu_1'), text('30 days.')]]);
    const reply = await ask(way);
    expect(reply).toMatchObject({
      content: 'Let me see.30 days.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { inputTokens: 10, outputTokens: 5 },
      providerCalls: [
        {
          id: 'mcptoolu_1',
          server: 'docs',
          name: 'search',
          arguments: '{"text":"leave"}',
          outcome: { result: '30 days', error: null },
        },
      ],
    });
    const next = [...hello, toAssistantMessage(reply), { role: 'user', content: 'Sure?' } as const];
    await ask(way, { mcpServers: undefined }, next);
    expect(server.requests[1]?.body.messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [text('Let me see.'), use('mcptoolu_1'), result('mcptoolu_1'), text('30 days.')],
      },
      { role: 'user' },
    ]);
    expect(server.requests[1]?.headers['anthropic-beta']).toBe('mcp-client-2025-11-20');
  });

  it('report a failed call without their token', async () => {
    const content = `401 for ${TOKEN}`;
    answerWith([
      [
        use('a'),
        result('a', { is_error: true, content }),
        use('b'),
        result('b', { is_error: true, content: [] }),
        text('No.'),
      ],
    ]);
    const { providerCalls = [] } = await ask(way);
    expect(providerCalls.map(({ outcome }) => outcome.error)).toEqual([
      '401 for [redacted]',
      'The tool failed without a message.',
    ]);
  });

  it('may be called before and after a pause', async () => {
    answerWith(
      [[use('a'), result('a'), use('b')], 'pause_turn'],
      [[result('b', { content: 'more' }), text('30.')]],
    );
    const { providerCalls = [], content } = await ask(way);
    expect(content).toBe('30.');
    expect(providerCalls.map(({ id, outcome }) => [id, outcome.result])).toEqual([
      ['a', '30 days'],
      ['b', 'more'],
    ]);
  });

  it('that cannot be reached fail the request, with nothing secret in the error', async () => {
    server.respond((response) => {
      const error = {
        type: 'invalid_request_error',
        message: `Connection error to ${docs.url} with ${TOKEN}`,
      };
      sendJson(response, JSON.stringify({ type: 'error', error }), 400);
    });
    const error = await failureOf(ask(way));
    expect(error).toMatchObject({ code: 'BAD_REQUEST', status: 400 });
    expect(error.message).toContain('with [redacted]');
    expect(`${error.message} ${error.stack}`).not.toContain(TOKEN);
  });

  it('that need other credentials than a token are left out, with one warning', async () => {
    const warnings: LLMNotice[] = [];
    answerWith([[text('ok')]]);
    const mcpServers = [{ ...docs, name: 'odd', headers: { 'X-Team': 'five' } }, docs];
    await ask(way, { mcpServers, onEvent: (notice) => warnings.push(notice) });
    expect(server.requests[0]?.body.mcp_servers).toMatchObject([{ name: 'docs' }]);
    expect(warnings).toEqual([
      {
        type: 'warning',
        message:
          "claude-opus-4-8: the MCP server 'odd' is omitted, because the provider can send a bearer token, but no other headers.",
      },
    ]);
  });
});

// A11
it('only Anthropic itself is known to call servers', () => {
  const of = (config: Partial<LLMConfig>) =>
    new AnthropicClient({ provider: 'anthropic', model: 'claude-opus-4-8', apiKey: 'k', ...config })
      .capabilities.mcpServers;
  expect(of({})).toBe('bearer');
  expect(of({ model: 'claude-3-haiku' })).toBe('none');
  expect(of({ baseUrl: 'https://gateway.example' })).toBe('none');
  expect(of({ baseUrl: 'https://gateway.example', capabilities: { mcpServers: 'bearer' } })).toBe('bearer');
});
