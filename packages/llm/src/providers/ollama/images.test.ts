import { existsSync } from 'node:fs';
import type { Message } from '@toolwright/contract';
import { failureOf } from '../../testing/failures.test.support.js';
import { sendJson } from '../../testing/raw-server.test.support.js';
import { OllamaStage, whole } from './ollama-stage.test.support.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const stage = new OllamaStage();
beforeAll(() => stage.open());
afterAll(() => stage.close());

// A3
describe('images for Ollama', () => {
  const model = 'llava:7b';
  const asking = (...urls: readonly string[]): Message[] => [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What?' },
        ...urls.map((url) => ({ type: 'image_url', image_url: { url } }) as const),
      ],
    },
  ];
  const images = (body: Record<string, unknown>) =>
    (body.messages as readonly { images?: unknown }[])[0]?.images;

  it('are sent as base64, also those that must be fetched first', async () => {
    const fetched: string[] = [];
    const runtime = {
      env: {},
      fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
        if (!String(input).startsWith('https://pictures')) return fetch(input, init);
        fetched.push(String(input));
        return new Response(Buffer.from(PIXEL, 'base64'));
      },
    };
    const messages = asking(`data:image/png;base64,${PIXEL}`, 'https://pictures.example/a.png');
    expect(images(await stage.sent({}, { model, runtime }, messages))).toEqual([PIXEL, PIXEL]);
    expect(fetched).toEqual(['https://pictures.example/a.png']);
  });

  it('are fetched once, however many turns they stay in the history', async () => {
    let fetched = 0;
    const runtime = {
      env: {},
      fetch: async (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
        if (!String(input).startsWith('https://pictures')) return fetch(input, init);
        fetched++;
        // The first answer is not an image, so it is fetched again.
        return new Response(fetched === 1 ? '<html>' : Buffer.from(PIXEL, 'base64'));
      },
    };
    const patient = stage.client({ model, runtime });
    const messages = asking('https://pictures.example/a.png');
    await failureOf(patient.generate(messages));
    for (let turn = 0; turn < 3; turn++) {
      stage.server.respond((response) => sendJson(response, whole({ content: 'ok' })));
      await patient.generate(messages);
      expect(images(stage.server.requests[0]?.body ?? {})).toEqual([PIXEL]);
    }
    expect(fetched).toBe(2);
  });

  it('are never read from a file, at any attempt, although the SDK would do so', async () => {
    // This is also base64 for six bytes.
    const path = '/bin/cat';
    expect(existsSync(path)).toBe(true);
    const bodies: Record<string, unknown>[] = [];
    stage.server.respond((response, { body }, index) => {
      bodies.push(body);
      sendJson(response, whole({ content: 'ok' }), index === 0 ? 500 : 200);
    });
    const retries = { maxRetries: 1, baseDelayMs: 1 };
    await stage.client({ model, retries }).generate(asking(`data:image/png;base64,${path}`));
    expect(bodies).toHaveLength(2);
    for (const body of bodies) expect(images(body)).toEqual([path]);
  });

  it.each<[string, () => Response]>([
    ['status 404', () => new Response('no', { status: 404 })],
    ['it is not a PNG', () => new Response('secret text of another server')],
    ['it is larger than', () => new Response(Buffer.alloc(21 * 1024 * 1024))],
  ])('are refused if they cannot be fetched: %s', async (reason, respond) => {
    const runtime = { env: {}, fetch: async () => respond() };
    const failure = await failureOf(
      stage.client({ model, runtime }).generate(asking('https://a.example/b.png')),
    );
    expect(failure).toMatchObject({ code: 'INVALID_MESSAGE', message: expect.stringContaining(reason) });
    expect(failure.message).not.toContain('secret');
  });

  it('become a note for a model without vision', async () => {
    const body = await stage.sent({}, {}, asking('https://a.example/b.png'));
    expect(body.messages).toEqual([
      { role: 'user', content: 'What?\n[an image, which this model cannot see]' },
    ]);
  });
});
