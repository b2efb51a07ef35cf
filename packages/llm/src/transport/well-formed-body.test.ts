import { withWellFormedBody } from './well-formed-body.js';

async function sent(value: unknown): Promise<unknown> {
  let body = '';
  const fetch = withWellFormedBody((_, init) => {
    body = String(init?.body);
    return Promise.resolve(new Response());
  });
  await fetch('http://localhost', { method: 'POST', body: JSON.stringify(value) });
  return JSON.parse(body);
}

describe('the body of a request', () => {
  it('contains no lone surrogates', async () => {
    const half = '😀😀'.slice(0, 3);
    expect(await sent({ text: half, list: ['\udc00', '\ud800'] })).toEqual({
      text: '😀\ufffd',
      list: ['\ufffd', '\ufffd'],
    });
  });

  it.each(['😀', '\\ud83d', '\\\\ud83d\\', '\ud7ff\ue000', 'a\\'])('leaves %j unchanged', async (text) => {
    expect(await sent({ text })).toEqual({ text });
    expect(await sent({ text, half: '\ud83d' })).toEqual({ text, half: '\ufffd' });
  });

  it('keeps characters that were written as two escapes', async () => {
    let body: unknown;
    const fetch = withWellFormedBody((_, init) => {
      body = init?.body;
      return Promise.resolve(new Response());
    });
    await fetch('http://localhost', { body: '"\\ud83d\\ude00 \\uD83D"' });
    expect(JSON.parse(String(body))).toBe('😀 \ufffd');
  });
});
