import type { LLMResponse } from '@toolwright/contract';
import * as fc from 'fast-check';
import { createMessage } from '../../request/messages.js';
import { expectUnlessGap, Stage, type Subject, weather } from './stage.test.support.js';

const SAID = { content: 'Grüße 👩‍👩‍👧 aus\n\nOslo: {"a": 1}', reasoning: 'Erst denken … 🤔' };
const CALLS = [
  { name: 'get_weather', arguments: '{"city":"Tromsø"}' },
  { name: 'get_weather', arguments: '{"city":"Åre"}' },
];

/** A13: the bytes of a stream give the same message however they are split into chunks. */
export function describeChunking(subject: Subject): void {
  const stage = new Stage(subject);
  let bytes = new Uint8Array();
  let whole: LLMResponse;

  beforeAll(async () => {
    await stage.open();
    stage.mock.on({ userMessage: 'Go' }, { ...SAID, toolCalls: CALLS }, { chunkSize: 3 });
    bytes = await record();
    whole = await replay([bytes]);
  });
  afterAll(() => stage.close());

  function ask(fetch: typeof globalThis.fetch): Promise<LLMResponse> {
    // A fixed number, for generated ids.
    const client = stage.client({ retries: { maxRetries: 0 }, runtime: { fetch, random: () => 0.5 } });
    return stage.ask('stream', [createMessage('user', 'Go')], { client, tools: [weather] });
  }

  /** Records the server's bytes. */
  async function record(): Promise<Uint8Array<ArrayBuffer>> {
    let recorded = new Uint8Array();
    await ask(async (input, init) => {
      const response = await fetch(input, init);
      recorded = new Uint8Array(await response.clone().arrayBuffer());
      return response;
    });
    return recorded;
  }

  function replay(pieces: readonly Uint8Array[]): Promise<LLMResponse> {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    return ask(async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  }

  it('returns what was sent', () => {
    const { content, reasoning } = SAID;
    expect(whole).toMatchObject({ content, finishReason: 'tool-calls' });
    expectUnlessGap(subject, 'reasoning', whole, { reasoning });
    expect(whole.toolCalls.map((call) => call.function)).toEqual(CALLS);
  });

  it('returns the same message for any chunking of the same bytes', async () => {
    const cuts = fc.array(fc.nat({ max: bytes.length }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(cuts, async (points) => {
        expect(await replay(split(bytes, points))).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  it('returns the same message byte by byte', async () => {
    expect(await replay([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  it('does not treat a truncated stream as complete', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), async (length) => {
        const result = await replay([bytes.slice(0, length)]).catch((error: Error) => error);
        if (result instanceof Error) expect(result).toMatchObject({ code: 'STREAM_CUT' });
        // Only usage may follow the finish reason, so only usage may be missing.
        else expect({ ...result, usage: undefined }).toEqual({ ...whole, usage: undefined });
      }),
      { numRuns: 40 },
    );
  });
}

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const points = [...new Set(cuts)].sort((a, b) => a - b);
  return [0, ...points].map((start, position) => bytes.slice(start, points[position] ?? bytes.length));
}
