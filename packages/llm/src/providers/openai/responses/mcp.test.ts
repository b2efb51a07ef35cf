/** MCP servers that OpenAI calls itself. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerateOptions, LLMNotice, Message, RemoteMcpServer } from '@toolwright/contract';
import { OpenAIClient } from '../../../client/clients.js';
import type { LLMConfig } from '../../../client/config.js';
import { assemble, toAssistantMessage } from '../../../reply/stream-assembler.js';
import { failureOf } from '../../../testing/failures.test.support.js';
import { SSE, sendJson } from '../../../testing/raw-server.test.support.js';
import { openaiStage } from '../openai-stage.test.support.js';
import { eventsOf, message, responseOf, wire } from './events.test.support.js';

const TOKEN = 'tok-93c1f0aa';
const docs: RemoteMcpServer = {
  name: 'docs',
  url: 'https://mcp.example.com/mcp?key=qk-77b2e1',
  headers: { Authorization: `Bearer ${TOKEN}`, 'X-Team': 'team-5521' },
  description: 'Our handbook',
  allow: ['search', 'read'],
};
const hello: readonly Message[] = [{ role: 'user', content: 'How much leave?' }];
const listed = {
  id: 'mcpl_1',
  type: 'mcp_list_tools',
  server_label: 'docs',
  tools: [{ name: 'search', input_schema: { type: 'object' } }],
  error: null,
};
const called = (more: object = {}) => ({
  id: 'mcp_1',
  type: 'mcp_call',
  server_label: 'docs',
  name: 'search',
  arguments: '{"text":"leave"}',
  output: '30 days',
  error: null,
  status: 'completed',
  approval_request_id: null,
  ...more,
});
const USAGE = { input_tokens: 30, output_tokens: 20, total_tokens: 50 };

const { server, client } = openaiStage({
  provider: 'openai',
  model: 'gpt-5-mini',
  apiKey: 'test-key',
  api: 'responses',
  capabilities: { mcpServers: 'headers' },
  retries: { maxRetries: 0 },
});

type Item = Record<string, unknown> & { readonly type: string };

/** What the API streams around the items of a server. */
function answerWith(items: readonly Item[], extra: readonly object[] = []): void {
  server.respond((response, { body }) => {
    const events = eventsOf(items, { usage: USAGE });
    if (body.stream)
      response.writeHead(200, SSE).end(wire([...events.slice(0, 2), ...extra, ...events.slice(2)]));
    else sendJson(response, JSON.stringify(responseOf(items, { usage: USAGE })));
  });
}

const WAYS = ['generate', 'stream'] as const;
type Way = (typeof WAYS)[number];

function ask(way: Way, options: GenerateOptions = {}, messages = hello) {
  const asked = { mcpServers: [docs], ...options };
  return way === 'generate'
    ? client().generate(messages, [], asked)
    : assemble(client().stream(messages, [], asked));
}

// C4, A11
describe.each(WAYS)('MCP servers at the responses API (%s)', (way) => {
  it('are sent as tools, with a separate token and without approval', async () => {
    answerWith([message('ok')]);
    await ask(way);
    expect(server.requests[0]?.body.tools).toEqual([
      {
        type: 'mcp',
        server_label: 'docs',
        server_url: docs.url,
        server_description: 'Our handbook',
        authorization: TOKEN,
        headers: { 'X-Team': 'team-5521' },
        allowed_tools: ['search', 'read'],
        require_approval: 'never',
      },
    ]);
    await ask(way, { mcpServers: [{ name: 'plain', url: 'https://mcp.example.com' }] });
    expect(server.requests[1]?.body.tools).toEqual([
      {
        type: 'mcp',
        server_label: 'plain',
        server_url: 'https://mcp.example.com',
        require_approval: 'never',
      },
    ]);
  });

  it('are called by the provider; the calls are reported, counted and sent back', async () => {
    const place = { output_index: 1, item_id: 'mcp_1' };
    answerWith(
      [listed, called(), message('30 days.')],
      [
        { type: 'response.mcp_list_tools.in_progress', output_index: 0, item_id: 'mcpl_1' },
        { type: 'response.mcp_list_tools.completed', output_index: 0, item_id: 'mcpl_1' },
        { type: 'response.mcp_call.in_progress', ...place },
        { type: 'response.mcp_call_arguments.delta', ...place, delta: '{"text":' },
        { type: 'response.mcp_call_arguments.done', ...place, arguments: '{"text":"leave"}' },
        { type: 'response.mcp_call.completed', ...place },
      ],
    );
    const reply = await ask(way);
    expect(reply).toMatchObject({
      content: '30 days.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { inputTokens: 30, outputTokens: 20 },
      providerCalls: [
        {
          id: 'mcp_1',
          server: 'docs',
          name: 'search',
          arguments: '{"text":"leave"}',
          outcome: { result: '30 days', error: null },
        },
      ],
    });
    await ask(way, {}, [...hello, toAssistantMessage(reply), { role: 'user', content: 'Sure?' }]);
    expect(server.requests[1]?.body.input).toEqual([
      { role: 'user', content: 'How much leave?' },
      listed,
      called(),
      { role: 'assistant', content: '30 days.' },
      { role: 'user', content: 'Sure?' },
    ]);
  });

  it('report a failed call without their token', async () => {
    const error = `401: Bearer ${TOKEN} and team-5521 are unknown`;
    answerWith(
      [called({ output: null, error, status: 'failed' }), message('No idea.')],
      [{ type: 'response.mcp_call.failed', output_index: 0, item_id: 'mcp_1', error: { message: error } }],
    );
    const { providerCalls = [], content } = await ask(way);
    expect(content).toBe('No idea.');
    expect(providerCalls[0]?.outcome).toEqual({
      result: null,
      error: '401: Bearer [redacted] and [redacted] are unknown',
    });
  });

  it('may return nothing for a finished call, but not for an unfinished one', async () => {
    answerWith([
      called({ output: null }),
      called({ id: 'mcp_2', output: null, status: 'calling' }),
      called({ id: 'mcp_3', output: null, status: undefined }),
      message('Done.'),
    ]);
    const { providerCalls = [] } = await ask(way);
    expect(providerCalls.map(({ outcome }) => outcome)).toEqual([
      { result: '', error: null },
      { result: null, error: 'The call has no result: it is calling.' },
      { result: null, error: 'The call has no result: it is unfinished.' },
    ]);
  });

  it('without a list cause a warning, and so does an approval request', async () => {
    const warnings: LLMNotice[] = [];
    const failed = { ...listed, tools: [], error: `HTTP 401 for ${TOKEN}` };
    const request = {
      id: 'mcpr_1',
      type: 'mcp_approval_request',
      server_label: 'docs',
      name: 'erase',
      arguments: '{}',
    };
    answerWith([failed, request, message('Hm.')]);
    const reply = await ask(way, { onEvent: (notice) => warnings.push(notice) });
    expect(warnings).toEqual([
      { type: 'warning', message: "The MCP server 'docs' provides no tools: HTTP 401 for [redacted]" },
      {
        type: 'warning',
        message:
          "The provider asked for approval to call 'erase' on the MCP server 'docs'. The client refused.",
      },
    ]);
    expect(reply.providerCalls).toBeUndefined();
    await ask(way, {}, [...hello, toAssistantMessage(reply)]);
    const denied = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: false };
    expect(server.requests[1]?.body.input).toEqual([
      { role: 'user', content: 'How much leave?' },
      failed,
      request,
      denied,
      { role: 'assistant', content: 'Hm.' },
    ]);
  });

  it('that cannot be reached fail the request, once, with nothing secret in the error', async () => {
    const text = `Error retrieving tool list from MCP server: 'docs' at ${docs.url} with ${TOKEN}. Http status code: 424 (Failed Dependency)`;
    server.respond((response) => {
      const error = { message: text, type: 'external_connector_error', param: 'tools', code: 'http_error' };
      sendJson(response, JSON.stringify({ error }), 424);
    });
    const error = await failureOf(ask(way));
    expect(error).toMatchObject({
      code: 'PROVIDER_FAILED',
      status: 424,
      hint: expect.stringContaining('token'),
    });
    expect(error.message).toContain("MCP server: 'docs'");
    expect(`${error.message} ${error.stack}`).not.toMatch(/tok-93c1f0aa|qk-77b2e1|team-5521/);
    expect(server.requests).toHaveLength(1);
  });
});

it('a report of a failed request contains only the names of servers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-mcp-'));
  try {
    server.respond((response) => sendJson(response, '{"error":{"message":"no"}}', 400));
    await failureOf(client({ errorReports: folder }).generate(hello, [], { mcpServers: [docs] }));
    const [file = ''] = await readdir(folder);
    const report = await readFile(join(folder, file), 'utf8');
    expect(JSON.parse(report).request.mcpServers).toEqual(['docs']);
    expect(report).not.toMatch(/tok-93c1f0aa|qk-77b2e1|team-5521/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('a stream that fails because of a server is an error without its secrets', async () => {
  server.respond((response) => {
    const failed = responseOf([], {
      status: 'failed',
      error: { code: 'server_error', message: `docs: ${TOKEN}` },
    });
    response.writeHead(200, SSE).end(wire([{ type: 'response.failed', response: failed }]));
  });
  const error = await failureOf(ask('stream'));
  expect(error.message).toContain('docs: [redacted]');
});

// A11
describe('who calls MCP servers', () => {
  const capabilities = (config: Partial<LLMConfig>) =>
    new OpenAIClient({ provider: 'openai', model: 'gpt-5-mini', apiKey: 'k', ...config }).capabilities
      .mcpServers;

  it('is the provider for models of OpenAI through the responses API', () => {
    expect(capabilities({})).toBe('headers');
    expect(capabilities({ api: 'responses' })).toBe('headers');
    expect(capabilities({ api: 'chat' })).toBe('none');
    expect(capabilities({ model: 'gpt-3.5-turbo' })).toBe('none');
    expect(capabilities({ baseUrl: 'https://gateway.example/v1' })).toBe('none');
    expect(capabilities({ baseUrl: 'https://gateway.example/v1', api: 'responses' })).toBe('none');
    expect(capabilities({ baseUrl: server.url, capabilities: { mcpServers: 'headers' } })).toBe('none');
    expect(
      capabilities({ baseUrl: server.url, api: 'responses', capabilities: { mcpServers: 'headers' } }),
    ).toBe('headers');
  });

  it('decides the API; without support, servers are left out with one warning', async () => {
    const warnings: LLMNotice[] = [];
    answerWith([message('ok')]);
    const auto = client({ api: 'auto', model: 'gpt-4.1' });
    await auto.generate(hello, [], { mcpServers: [docs] });
    expect(server.requests[0]?.url).toBe('/v1/responses');
    const never = client({ capabilities: {} });
    const onEvent = (notice: LLMNotice) => warnings.push(notice);
    for (const _ of [1, 2]) await never.generate(hello, [], { mcpServers: [docs], onEvent });
    expect(server.requests.at(-1)?.body.tools).toBeUndefined();
    expect(warnings).toEqual([
      { type: 'warning', message: expect.stringContaining('mcpServers. Unsupported options were omitted') },
    ]);
  });
});
