import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runCommand } from './cli.test.support.js';
import { fingerprint } from './model.test.support.js';
import { createRepository, type TestRepository } from './repository.test.support.js';

let repository: TestRepository;
let server: Server | undefined;
beforeEach(() => {
  repository = createRepository({ 'a.ts': '1\n' });
  repository.write('a.ts', '2\n');
  repository.git('add', '--all');
});
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
  repository.dispose();
});

/** Starts a server that answers every request in the same way, and returns its address. */
async function serve(answer: RequestListener): Promise<string> {
  const one = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  server = one;
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an object.
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}/v1`;
}

/** The sentence, and perhaps a hint, with which the program ends. */
async function failureOf(url: string, provider = 'openai-compatible'): Promise<string[]> {
  const before = fingerprint(repository.root);
  const { code, stdout, stderr } = await runCommand(
    ['--provider', provider, '--model', 'm', '--base-url', url, 'commit', '--apply', '--yes'],
    {
      cwd: repository.root,
      env: { OPENAI_API_KEY: 'sk-expired-0123456789', ANTHROPIC_API_KEY: 'sk-expired' },
    },
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(fingerprint(repository.root)).toBe(before);
  const [about, blank, ...lines] = stderr.trimEnd().split('\n');
  expect([about, blank]).toEqual([`The model is m of ${provider}.`, '']);
  expect(lines.length).toBeLessThan(3);
  for (const character of ['\u001b', '\u0000']) expect(stderr).not.toContain(character);
  return lines;
}

const stream =
  (text: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text);
const page = '<!doctype html><body>Log in to the hotel\u001b]0;x\u0007</body>';

// E14
describe('one sentence, exit code 1 and an unchanged repository follow', () => {
  it.each(['openai-compatible', 'anthropic'])(
    'an expired key of %s, which is not printed',
    async (provider) => {
      const message = 'The key sk-expired-0123456789 has expired.';
      const body = JSON.stringify({ type: 'error', error: { type: 'authentication_error', message } });
      const url = await serve((_, response) =>
        response.writeHead(401, { 'content-type': 'application/json' }).end(body),
      );
      const lines = await failureOf(url, provider);
      expect(lines).toEqual([
        expect.stringContaining('(status 401): The key '),
        'Check the API key and its permissions.',
      ]);
      expect(lines.join()).not.toContain('0123456789');
    },
  );

  it.each<[string, RequestListener, RegExp]>([
    [
      'a page',
      (_, response) => response.setHeader('content-type', 'text/html').end(page),
      /^The reply is not JSON\. .*hotel/,
    ],
    ['nothing', (_, response) => response.end(), /^The stream ended before the answer was complete\.$/],
    [
      'another JSON',
      stream('data: {"hello":"world"}\n\n'),
      /^The reply is not a chat completion: \{"hello":"world"\}$/,
    ],
    ['null', stream('data: null\n\n'), /^The reply is not a chat completion: null$/],
    ['broken JSON', stream('data: {nonsense\n\n'), /^The reply is not JSON\. It contains: "\{nonsense"$/],
    ['bytes', stream('\u0000\u001b[31m\u00ff'), /^The stream ended before the answer was complete\.$/],
    [
      'half an answer',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const delta = { role: 'assistant', content: '{"title": "Fix' };
        const chunk = {
          id: 'x',
          created: 1,
          model: 'm',
          choices: [{ index: 0, delta, finish_reason: null }],
        };
        response.write(`data: ${JSON.stringify(chunk)}\n\n`, () => response.destroy());
      },
      /^The stream ended before|^The request to openai-compatible failed/,
    ],
  ])('a server that answers with %s', async (_, answer, sentence) => {
    const [first = ''] = await failureOf(await serve(answer));
    expect(first).toMatch(sentence);
  });

  it.each([
    [
      'no network',
      'http://no-such-host.invalid/v1',
      /^The request to openai-compatible failed: .*no-such-host/,
    ],
    [
      'a server that does not run',
      'http://127.0.0.1:1/v1',
      /^The request to openai-compatible failed: .*ECONNREFUSED/,
    ],
  ])('%s', async (_, url, sentence) => {
    const [first, hint] = await failureOf(url);
    expect(first).toMatch(sentence);
    expect(hint).toBe("Check the network, the server's URL, and whether the server is running.");
  });
});
