import { isToolwrightError, type LLMResponse } from '@toolwright/contract';
import { createClient } from '../../client/create-client.js';
import { sleep } from '../../client/sleep.js';
import { assemble } from '../../reply/stream-assembler.js';
import { type Handler, sendJson, sharedRawServer } from '../raw-server.test.support.js';
import { answerOf, isStream, type RawSubject } from './raw-subjects.test.support.js';

/** The number of requests, in total and at once. */
export interface ChaosSize {
  readonly requests?: number;
  readonly atOnce?: number;
}

/** C8: of many requests to a provider that fails every fifth time, each ends with a correct answer or a typed error. */
export function describeChaos(name: string, subject: RawSubject, size: ChaosSize = {}): void {
  const { requests = 150, atOnce = 25 } = size;
  describe(`${name} that fails every fifth time`, () => {
    const server = sharedRawServer();

    it('each request ends with a correct answer or a typed error, and nothing hangs or stays open', async () => {
      const { ticks, stop } = startClock();
      const timers = countTimers();
      const faults = faultsOf(subject);
      const answer = answerOf(subject);
      server.respond((response, request, index) => {
        const handle = index % 5 === 4 ? faults[((index - 4) / 5) % faults.length] : answer;
        return handle?.(response, request, index);
      });
      const client = createClient({
        ...subject.config,
        apiKey: 'k',
        baseUrl: server.url.replace(/\/v1$/, subject.path),
        // A stream that never begins is asked for again; one that falls silent is not.
        timeouts: { totalMs: 20_000, firstChunkMs: 500, idleMs: 3000 },
        retries: { baseDelayMs: 2, maxRetries: 5 },
        runtime: { now: ticks },
      });
      const ask = (index: number): Promise<LLMResponse> => {
        const messages = [{ role: 'user', content: `question ${index}` }] as const;
        if (index % 5 === 0) return client.generate(messages, [], {});
        return assemble(client.stream?.(messages, [], {}) ?? []);
      };
      const counts = { right: 0, wrong: 0, typed: 0, untyped: 0 };
      let next = 0;
      const worker = async () => {
        for (let index = next++; index < requests; index = next++) {
          try {
            const { content } = await ask(index);
            counts[content === `question ${index}` ? 'right' : 'wrong']++;
          } catch (error) {
            counts[isToolwrightError(error) ? 'typed' : 'untyped']++;
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      expect(counts).toMatchObject({ wrong: 0, untyped: 0 });
      expect(counts.right + counts.typed).toBe(requests);
      // Only failures that cannot be retried remain: a stream that had begun, and a reply that is not JSON.
      expect(counts.typed).toBeGreaterThan(0);
      expect(counts.right).toBeGreaterThan(requests * 0.9);
      await Promise.all(server.requests.map(({ closed }) => closed));
      await eventually(() => countTimers() <= timers);
      await eventually(() => server.countBusy() === 0);
      stop();
    });
  });
}

/** A clock that stands still while another program has the processor: the server, in the same process, could not answer then either. */
function startClock() {
  let now = 0;
  const timer = setInterval(() => {
    now += 10;
  }, 10).unref();
  return { ticks: () => now, stop: () => clearInterval(timer) };
}

/** Timers that keep the process alive. */
function countTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}

/** Fails if the condition does not become true within two seconds. */
async function eventually(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue() && tries < 100; tries++) await sleep(20);
  expect(isTrue()).toBe(true);
}

function faultsOf(subject: RawSubject): readonly Handler[] {
  const { question, stream, streamType, malformed } = subject;
  const type = { 'content-type': streamType };
  return [
    (response) => sendJson(response, '{"error":{"message":"slow down"}}', 429, { 'retry-after-ms': '5' }),
    (response) => sendJson(response, '{"error":{"message":"overloaded"}}', 529),
    (response) => void response.writeHead(500).end('<h1>Oops</h1>'),
    (response) => void response.destroy(),
    (response, { body }) => {
      const pieces = stream(question(body));
      const cut = pieces.slice(0, Math.ceil(pieces.length / 2)).join('');
      response.writeHead(200, type).write(cut, () => response.destroy());
    },
    (response) => void response.writeHead(200, type).end(malformed),
    async (response, request, index) => {
      await sleep(30);
      await answerOf(subject)(response, request, index);
    },
    // Only the total time limits a whole reply that never arrives, which would make the test slow.
    (response, request) => void (isStream(subject, request) || response.destroy()),
  ];
}
