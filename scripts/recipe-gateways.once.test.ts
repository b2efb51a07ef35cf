/** The clients of docs/recipes/gateways.md send what the vendors document: host, path, query, headers and body. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { codeBlocks } from './code-blocks.js';

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside the repository, so that packages resolve as they do for a user.
const folder = join(root, 'node_modules/.cache/toolwright-gateways');
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
const ENV = {
  // As the portal shows it, with a slash at its end.
  AZURE_OPENAI_ENDPOINT: 'https://my-resource.openai.azure.com/',
  AZURE_OPENAI_API_KEY: 'azure-key',
  OPENROUTER_API_KEY: 'openrouter-key',
  AWS_REGION: 'us-west-2',
  AWS_BEARER_TOKEN_BEDROCK: 'bedrock-key',
  // Belongs to OpenAI.
  OPENAI_API_KEY: 'openai-key',
};

/** In the form of both APIs. */
const REPLY = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
  status: 'completed',
  output: [
    {
      type: 'message',
      id: 'm',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Hello!', annotations: [] }],
    },
  ],
};

/** A server in place of all gateways. */
const received: Sent[] = [];
const server = createServer(async (request, response) => {
  const { 'x-url': url = '', ...headers } = request.headers;
  received.push({ url: String(url), headers, body: JSON.parse(await text(request)) });
  response.setHeader('content-type', 'application/json').end(JSON.stringify(REPLY));
});

beforeAll(async () => {
  write('package.json', '{ "type": "module" }');
  for (const block of codeBlocks(join(root, 'docs/recipes/gateways.md')))
    write(
      block.file.replace(/\.ts$/, '.js'),
      ts.transpileModule(block.text, { compilerOptions: options }).outputText,
    );
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const HELLO = { role: 'user', content: 'Say hello.' };
const AZURE = 'https://my-resource.openai.azure.com/openai';

it.each([
  ['azure', `${AZURE}/v1/responses`, bearer('azure-key'), { model: 'gpt-5-mini', input: [HELLO] }],
  [
    'azure-dated',
    `${AZURE}/deployments/gpt-5-mini/chat/completions?api-version=2024-10-21`,
    { 'api-key': 'azure-key', authorization: undefined },
    { messages: [HELLO] },
  ],
  ['azure-entra', `${AZURE}/v1/responses`, bearer('entra-token'), { model: 'gpt-5-mini', input: [HELLO] }],
  [
    'openrouter',
    'https://openrouter.ai/api/v1/chat/completions',
    { ...bearer('openrouter-key'), 'http-referer': 'https://example.com', 'x-openrouter-title': 'My app' },
    {
      model: 'anthropic/claude-haiku-4.5',
      messages: [HELLO],
      models: ['openai/gpt-5-mini'],
      provider: { data_collection: 'deny' },
    },
  ],
  [
    'bedrock',
    'https://bedrock-mantle.us-west-2.api.aws/v1/chat/completions',
    bearer('bedrock-key'),
    { model: 'openai.gpt-oss-120b', messages: [HELLO] },
  ],
  [
    'lm-studio',
    'http://localhost:1234/v1/chat/completions',
    { authorization: undefined },
    { model: 'qwen/qwen3-8b', messages: [HELLO] },
  ],
])('%s', async (gateway, url, headers, body) => {
  received.length = 0;
  expect(await run(gateway)).toBe('Hello!\n');
  const [sent] = received;
  expect(sent?.url).toBe(url);
  for (const [name, value] of Object.entries(headers))
    expect([name, sent?.headers[name]]).toEqual([name, value]);
  expect(sent?.body).toMatchObject(body);
  expect(JSON.stringify(sent?.body.tools)).toContain('"name":"now"');
});

/** Runs an agent with the client of a gateway, and returns what it prints. */
async function run(gateway: string): Promise<string> {
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  write(
    'src/program.js',
    `import { Agent, FunctionTool, ToolRegistry } from 'toolwright';
    const send = fetch;
    globalThis.fetch = (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('x-url', String(url));
      return send('http://127.0.0.1:${port}', { ...init, headers });
    };
    const { llmClient, createEntraClient } = await import('./${gateway}.js');
    const now = new FunctionTool({ name: 'now', description: 'The time.', parameters: { type: 'object', properties: {} }, execute: () => 12 });
    const agent = new Agent({ llmClient: llmClient ?? createEntraClient(async () => 'entra-token'), toolRegistry: new ToolRegistry().register(now) });
    console.log((await agent.run('Say hello.')).finalResponse);`,
  );
  const env = { ...process.env, ...ENV, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, ['src/program.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout);
}

function write(file: string, content: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}
