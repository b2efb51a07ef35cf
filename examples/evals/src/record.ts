/** Records the cassette from a server on this machine that plays the model. With a real model, the eval itself records. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createClient } from 'toolwright';
import { recordModel } from 'toolwright/testing';
import { withPerson } from './agreeing.js';
import { createRegistry, createSupport } from './support.js';
import { supportReply } from './support-model.js';

const server = createServer(async (request, response) => {
  const { messages }: { messages: { role: string; content: string }[] } = JSON.parse(await text(request));
  const question = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const reply = supportReply(
    question,
    messages.flatMap(({ role, content }) => (role === 'tool' ? content : [])),
  );
  const message =
    'text' in reply
      ? { role: 'assistant', content: reply.text }
      : {
          ...{ role: 'assistant', content: null },
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: reply.call, arguments: JSON.stringify(reply.args) },
            },
          ],
        };
  const usage = { prompt_tokens: 400, completion_tokens: 20, total_tokens: 420 };
  const finish_reason = 'text' in reply ? 'stop' : 'tool_calls';
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason }], usage }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const client = createClient({
  provider: 'openai-compatible',
  model: 'stand-in',
  baseUrl: `http://127.0.0.1:${port}/v1`,
});
const file = process.argv[2] ?? fileURLToPath(new URL('../cassettes/support.json', import.meta.url));
const llmClient = recordModel(client, file, { record: 'all' });
const source = readFileSync(new URL('../src/cases.jsonl', import.meta.url), 'utf8');
for (const line of source.trim().split('\n')) {
  const { input, context }: { input: string; context: { mail: string } } = JSON.parse(line);
  await withPerson(createSupport(llmClient, createRegistry())).run(input, { context });
}
server.closeAllConnections();
server.close();
