import { isToolwrightError, type LLMResponse } from '@toolwright/contract';
import {
  chunk,
  completion,
  event,
  type Handler,
  type RawServer,
  type RecordedRequest,
  SSE,
  sendJson,
  startRawServer,
  streamOf,
} from '../raw-server.test.support.js';
import { sleep } from '../sleep.js';
import { assemble } from '../stream-assembler.js';
import { OpenAIClient } from './openai-client.js';

const REQUESTS = 1000;
const AT_ONCE = 50;

/** Every fifth attempt fails, in turn in each of these ways. */
const FAULTS: readonly Handler[] = [
  (response) => sendJson(response, '{"error":{"message":"slow down"}}', 429, { 'retry-after-ms': '5' }),
  (response) => sendJson(response, '{"error":{"message":"overloaded"}}', 529),
  (response) => void response.writeHead(500).end('<h1>Oops</h1>'),
  (response) => void response.destroy(),
  (response) => {
    response.writeHead(200, SSE).write(event(chunk({ content: 'cut' })), () => response.destroy());
  },
  (response) => void response.writeHead(200, SSE).end('data: {"choices":[{"delta":{\n\n'),
  async (response, request) => {
    await sleep(30);
    answer(response, request, 0);
  },
  // A whole reply that never comes is bounded by the total time alone, which would make the test slow.
  (response, { body }) => void (body.stream || response.destroy()),
];

/** Echoes the question, so that a wrong answer shows. */
const answer: Handler = (response, request) => {
  const content = question(request);
  if (!request.body.stream) sendJson(response, completion({ content }));
  else response.writeHead(200, SSE).end(streamOf([...content].map((piece) => ({ content: piece }))));
};

function question({ body }: RecordedRequest): string {
  // The client sends what the test below asks.
  const [message] = body.messages as readonly { readonly content: string }[];
  return message?.content ?? '';
}

// C8
describe('a provider that fails every fifth time', () => {
  let server: RawServer;
  beforeAll(async () => {
    server = await startRawServer();
  });
  afterAll(() => server.close());

  it('gives a right answer or a typed error each time, and nothing hangs or is left open', async () => {
    server.respond((response, request, index) =>
      index % 5 === 4
        ? FAULTS[((index - 4) / 5) % FAULTS.length]?.(response, request, index)
        : answer(response, request, index),
    );
    const client = new OpenAIClient({
      provider: 'openai-compatible',
      model: 'gpt-4o',
      baseUrl: server.url,
      timeouts: { totalMs: 20_000, firstChunkMs: 1000, idleMs: 1000 },
      retries: { baseDelayMs: 2, maxRetries: 5 },
    });
    const counts = { right: 0, wrong: 0, typed: 0, untyped: 0 };
    const ask = async (index: number): Promise<LLMResponse> => {
      const messages = [{ role: 'user', content: `question ${index}` }] as const;
      return index % 10 === 0 ? client.generate(messages) : assemble(client.stream(messages));
    };
    let next = 0;
    const worker = async () => {
      for (let index = next++; index < REQUESTS; index = next++) {
        try {
          const { content } = await ask(index);
          counts[content === `question ${index}` ? 'right' : 'wrong']++;
        } catch (error) {
          counts[isToolwrightError(error) ? 'typed' : 'untyped']++;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(counts).toMatchObject({ wrong: 0, untyped: 0 });
    expect(counts.right + counts.typed).toBe(REQUESTS);
    // Only what cannot be repeated fails: a stream that had begun, and a chunk that is not JSON.
    expect(counts.typed).toBeGreaterThan(0);
    expect(counts.right).toBeGreaterThan(REQUESTS * 0.9);
    await Promise.all(server.requests.map(({ closed }) => closed));
  }, 60_000);
});
