/** A server that a prompt names and OpenAI calls, from the prompt to the log, over HTTP. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentEvent } from '@toolwright/contract';
import { createClient } from '@toolwright/llm';
import { Prompt } from '@toolwright/prompts';
import { agentCall } from './agent-call.js';

const TOKEN = 'tok-93c1f0aa';
const web = {
  name: 'web',
  url: 'https://mcp.example.com/mcp',
  headers: { Authorization: `Bearer ${TOKEN}` },
  allow: ['search'],
};
const called = {
  id: 'mcp_1',
  type: 'mcp_call',
  server_label: 'web',
  name: 'search',
  arguments: '{}',
  output: 'found',
  error: null,
  status: 'completed',
};
const said = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
};

let server: Server;
let status = 200;
let reply: object = {};
const bodies: Record<string, unknown>[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    bodies.push(JSON.parse(text));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function call(events: AgentEvent[]) {
  const { port } = server.address() as AddressInfo; // listening on TCP
  const llmClient = createClient({
    provider: 'openai',
    model: 'gpt-5-mini',
    apiKey: 'k-test',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    api: 'responses',
    capabilities: { mcpServers: 'headers' },
    retries: { maxRetries: 0 },
  });
  const prompt = new Prompt({ template: 'x', mcpServers: [web] });
  return agentCall({ llmClient, prompt, logger: { log: (event) => void events.push(event) } });
}

// C4
it('reaches the provider with its token, which appears in no event and no result', async () => {
  const events: AgentEvent[] = [];
  const usage = { input_tokens: 7, output_tokens: 3, total_tokens: 10 };
  reply = { id: 'resp_1', object: 'response', status: 'completed', output: [called, said], usage };
  const result = await call(events);
  expect(bodies[0]?.tools).toEqual([
    {
      type: 'mcp',
      server_label: 'web',
      server_url: web.url,
      authorization: TOKEN,
      allowed_tools: ['search'],
      require_approval: 'never',
    },
  ]);
  expect(result).toMatchObject({
    output: 'Done.',
    calls: [{ name: 'web_search', result: 'found' }],
    usage: { inputTokens: 7, outputTokens: 3 },
  });
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['tool-call', 'tool-result', 'usage', 'message', 'run-end']),
  );
  expect(JSON.stringify([events, result])).not.toContain(TOKEN);
});

it('is named without its token in the error if the provider cannot reach it', async () => {
  const events: AgentEvent[] = [];
  status = 424;
  reply = { error: { message: `No tools from MCP server: 'web' (401 for ${TOKEN})`, type: 'external' } };
  const failure = await call(events).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'PROVIDER_FAILED',
    message: expect.stringContaining("MCP server: 'web' (401 for [redacted])"),
  });
  expect(JSON.stringify(events)).not.toContain(TOKEN);
});
