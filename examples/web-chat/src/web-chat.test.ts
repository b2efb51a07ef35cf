import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { LLMProvider } from 'toolwright/types';
import { CHROMIUM, ChromiumPage } from './chromium.test.support.js';
import { createScriptedModel } from './scripted-model.js';
import { createChatServer } from './server.js';

/** What would change the page, or end a frame, if it were not treated as text. */
const MARKUP =
  '<img src="x" onerror="document.title=1"><script>document.title=2</script>\n\ndata: {"type":"RUN_ERROR"}\n\n\u2028<b>end</b>';

let seen: AbortSignal | undefined;
/** Answers "markup" with hostile text, "wait" with a reply that never ends, and "try" with one that is refused, then with another. */
const scripted = createScriptedModel();
const model: LLMProvider = {
  generate: (...request) => scripted.generate(...request),
  async *stream(messages, tools, options = {}) {
    if (messages.some(({ content }) => content === 'wait')) {
      seen = options.signal;
      yield { type: 'text-delta', text: '{"text": "Wait' };
      await new Promise((_, reject) =>
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
      );
    }
    if (messages.at(-1)?.content === 'markup') {
      yield { type: 'reasoning-delta', text: MARKUP };
      yield { type: 'text-delta', text: JSON.stringify({ text: MARKUP, suggestions: [MARKUP] }) };
      yield { type: 'finish', finishReason: 'stop' };
      return;
    }
    if (messages.some(({ content }) => content === 'try')) {
      const isFirst = messages.at(-1)?.content === 'try';
      const text = isFirst
        ? '{"text": "First", "suggestions": null}'
        : '{"text": "Second", "suggestions": []}';
      for (const piece of text.split(/(?<= )/)) yield { type: 'text-delta', text: piece };
      yield { type: 'finish', finishReason: 'stop' };
      return;
    }
    yield* scripted.stream?.(messages, tools, options) ?? [];
  },
};

const server = createChatServer(model);
let url = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (body: unknown, signal?: AbortSignal) =>
  fetch(`${url}/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

async function events(body: object) {
  const text = await (await post(body)).text();
  return text
    .split('\n\n')
    .flatMap((frame) => (frame === '' ? [] : [JSON.parse(frame.replace('data: ', ''))]));
}

const ask = (content: string) => [{ id: '1', role: 'user', content }];

// H5
describe('the chat server', () => {
  it('asks before it cancels an order, and cancels it once', async () => {
    const asked = await events({ threadId: 'a', runId: '1', messages: ask('Cancel order A2.') });
    expect(asked[0]).toEqual({ type: 'RUN_STARTED', threadId: 'a', runId: '1' });
    expect(asked.filter(({ name }) => name === 'tool-progress')).toHaveLength(3);
    const { outcome } = asked.at(-1);
    expect(outcome).toMatchObject({
      type: 'interrupt',
      interrupts: [{ message: "May 'cancel' be called?" }],
    });
    const resume = [
      { interruptId: outcome.interrupts[0].id, status: 'resolved', payload: { approved: true } },
    ];
    const resumed = await events({ threadId: 'a', runId: '2', messages: [], resume });
    expect(resumed).toContainEqual(expect.objectContaining({ content: 'Order A2 is cancelled.' }));
    expect(resumed.at(-1)).toMatchObject({ runId: '2', result: { status: 'completed' } });
    expect((await post({ threadId: 'a', messages: [], resume })).status).toBe(400);
  });

  it('shows the answer while it is written, and takes a refused attempt back', async () => {
    const all = await events({ threadId: 'partial', runId: '1', messages: ask('try') });
    const shown = all.flatMap(({ type, delta }) => (type === 'STATE_DELTA' ? [delta[0].value] : []));
    const [first, second] = ['First', 'Second'].map((text) => expect.objectContaining({ text }));
    expect(shown).toContainEqual({ attempt: 1, state: 'streaming', value: first });
    expect(shown).toContainEqual({ attempt: 1, state: 'refused' });
    expect(shown).toContainEqual({ attempt: 2, state: 'streaming', value: second });
    expect(shown.at(-1)).toEqual({ attempt: 2, state: 'accepted' });
    expect(all.at(-1)).toMatchObject({ result: { output: { text: 'Second', suggestions: [] } } });
    // The JSON is not shown as text.
    expect(all.filter(({ type }) => type.startsWith('TEXT_'))).toEqual([]);
  });

  it('does not cancel without a clear answer', async () => {
    const asked = await events({ threadId: 'b', messages: ask('Cancel order A2.') });
    const [{ id }] = asked.at(-1).outcome.interrupts;
    const answer = (payload: unknown) => ({
      threadId: 'b',
      messages: [],
      resume: [{ interruptId: id, payload }],
    });
    expect((await post(answer('yes'))).status).toBe(400);
    const resumed = await events(answer({ approved: false }));
    expect(JSON.stringify(resumed)).not.toContain('is cancelled');
    expect(resumed.at(-1)).toMatchObject({ result: { status: 'completed' } });
  });

  it('does not cancel when the answers are about other calls', async () => {
    const asked = await events({ threadId: 'f', messages: ask('Cancel order A2.') });
    expect(asked.at(-1).outcome.type).toBe('interrupt');
    const resume = [{ interruptId: 'other', payload: { approved: true } }];
    expect((await post({ threadId: 'f', messages: [], resume })).status).toBe(400);
  });

  it('hides the details of errors', async () => {
    const asked = await events({ threadId: 'c', messages: ask('Cancel order A9.') });
    const [{ id }] = asked.at(-1).outcome.interrupts;
    const resume = [{ interruptId: id, payload: { approved: true } }];
    const resumed = JSON.stringify(await events({ threadId: 'c', messages: [], resume }));
    expect(resumed).toContain('The tool failed.');
    expect(resumed).not.toContain('db.internal');
  });

  it('aborts the run when the browser disconnects', async () => {
    const controller = new AbortController();
    const response = await post({ threadId: 'd', messages: ask('wait') }, controller.signal);
    const reader = response.body?.getReader();
    while (!new TextDecoder().decode((await reader?.read())?.value).includes('Wait'));
    if (seen === undefined) throw new Error('The model was not asked.');
    const aborted = seen.aborted ? undefined : once(seen, 'abort');
    controller.abort();
    await aborted;
    expect(seen.aborted).toBe(true);
  });

  it.each([
    ['another page', '/other', undefined, 404],
    ['a body that is not JSON', '/agent', 'no', 400],
    ['a body without a thread', '/agent', '{}', 400],
    ['a body without a message', '/agent', '{"threadId": "e"}', 400],
    ['an empty message', '/agent', '{"threadId": "e", "messages": [{"role": "user", "content": ""}]}', 400],
    [
      'a message that is no text',
      '/agent',
      '{"threadId": "e", "messages": [{"role": "user", "content": {"toString": 1}}]}',
      400,
    ],
    [
      'answers to nothing',
      '/agent',
      '{"threadId": "e", "resume": [{"interruptId": "a", "payload": {}}]}',
      400,
    ],
  ])('refuses %s', async (_, path, body, status) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(
      `${url}${path}`,
      body === undefined ? {} : { method: 'POST', headers, body },
    );
    expect(response.status).toBe(status);
  });
});

const describeInBrowser = CHROMIUM === undefined ? describe.skip : describe;

describeInBrowser('the page, in Chromium (skipped without it: apt-get install chromium)', () => {
  it('shows a run while it happens, and asks by click', async () => {
    const page = await ChromiumPage.open(CHROMIUM ?? '', url);
    try {
      await page.waitFor("document.querySelector('form')?.onsubmit");
      await page.evaluate("document.querySelector('form button').click()");
      await page.waitFor("[...document.querySelectorAll('#log button')].length === 2");
      expect(await page.evaluate("document.querySelector('#log').innerText")).toContain(
        'list {} → {"A1":"a lamp"',
      );
      await page.evaluate("[...document.querySelectorAll('#log button')][0].click()");
      await page.waitFor("document.querySelector('#log').innerText.includes('That is what I could do.')");
      const text = await page.evaluate("document.querySelector('#log').innerText");
      expect(text).toContain('Let me look at the orders.');
      expect(text).toContain("May 'cancel' be called? Approved.");
      expect(text).toContain('cancel {"id":"A2"} → Order A2 is cancelled.');
      await page.evaluate("document.querySelector('button.suggestion').click()");
      await page.waitFor("[...document.querySelectorAll('h2')].at(-1).innerText === 'Cancel order A1.'");
      await page.evaluate(
        "document.querySelector('input').value = 'try'; document.querySelector('form button').click()",
      );
      await page.waitFor("document.querySelector('#log').innerText.includes('Second')");
      expect(await page.evaluate("document.querySelector('#log').innerText")).not.toContain('First');
      await page.evaluate(
        "document.querySelector('input').value = 'markup'; document.querySelector('form button').click()",
      );
      await page.waitFor("[...document.querySelectorAll('.suggestion')].at(-1).textContent.includes('<b>')");
      const texts = ['.reasoning', '.answer', '.suggestion'].map(
        (place) => `[...document.querySelectorAll('${place}')].at(-1).textContent`,
      );
      expect(JSON.parse(String(await page.evaluate(`JSON.stringify([${texts.join()}])`)))).toEqual([
        MARKUP,
        MARKUP,
        MARKUP,
      ]);
      expect(await page.evaluate("document.querySelectorAll('#log img, #log script, #log b').length")).toBe(
        0,
      );
      expect(await page.evaluate('document.title')).toBe('Orders');
      await page.evaluate(
        "document.querySelector('input').value = 'wait'; document.querySelector('form button').click()",
      );
      await page.waitFor("document.querySelector('#log').innerText.includes('Wait')");
      await page.evaluate("document.querySelector('#stop').click()");
      await page.waitFor("document.querySelector('#log').innerText.includes('Stopped.')");
    } finally {
      await page.close();
    }
  });
});
