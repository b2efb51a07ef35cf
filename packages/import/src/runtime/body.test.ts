import { sent } from './sent-request.test.support.js';

const post = (type: string, value: unknown, forms = {}): Promise<Request> =>
  sent('POST', '/', { body: { type, value, forms } });

// N1
describe('a body', () => {
  it.each([
    [
      'application/x-www-form-urlencoded; charset=utf-8',
      'application/x-www-form-urlencoded; charset=utf-8',
      'a=x',
    ],
    ['application/x-www-form-URLencoded', 'application/x-www-form-urlencoded', 'a=x'],
    ['Application/JSON', 'application/json', '{"a":"x"}'],
    ['text/json', 'text/json', '{"a":"x"}'],
    ['*/*', 'application/json', '{"a":"x"}'],
    ['application/*', 'application/json', '{"a":"x"}'],
    ['application/*+json', 'application/json', '{"a":"x"}'],
  ])('of the type %s is sent as %s', async (type, header, text) => {
    const request = await post(type, { a: 'x' });
    expect(request.headers.get('content-type')?.toLowerCase()).toBe(header);
    expect(await request.text()).toBe(text);
  });

  it('of a range of types is sent with one of them', async () => {
    const types = ['text/*', 'image/*'].map(async (type) =>
      (await post(type, 'x')).headers.get('content-type'),
    );
    expect(await Promise.all(types)).toEqual(['text/plain', 'application/octet-stream']);
    const bytes = await post('*/*', new Uint8Array([65]));
    expect([bytes.headers.get('content-type'), await bytes.text()]).toEqual([
      'application/octet-stream',
      'A',
    ]);
    expect((await post('Multipart/*', { a: 1 })).headers.get('content-type')).toMatch(
      /^multipart\/form-data;/,
    );
  });

  it('of a form has no null', async () => {
    expect(await (await post('application/x-www-form-urlencoded', { a: 'x', note: null })).text()).toBe(
      'a=x',
    );
    expect([
      ...(await (await post('multipart/form-data', { a: 'x', note: null })).formData()).keys(),
    ]).toEqual(['a']);
  });

  it('with files gives each file a name, and only files', async () => {
    const request = await post(
      'multipart/form-data',
      {
        ...{ files: [new Uint8Array([65]), Buffer.from('B')], 'a"\r\nb': new Uint8Array([67]) },
        ...{ text: 'one\ntwo', meta: { a: 1 }, csv: 'x,y', many: [1, 2] },
      },
      { csv: { contentType: 'text/csv' } },
    );
    const copy = request.clone();
    const form = await request.formData();
    const shown = async (value: string | File): Promise<string> =>
      typeof value === 'string' ? value : `${value.name} ${value.type} ${await value.text()}`;
    const parts = await Promise.all([...form].map(async ([name, value]) => [name, await shown(value)]));
    expect(parts).toEqual([
      ['files', 'files-1 application/octet-stream A'],
      ['files', 'files-2 application/octet-stream B'],
      ['a"\r\nb', 'a"\r\nb application/octet-stream C'],
      ['text', 'one\ntwo'],
      ['meta', '{"a":1}'],
      ['csv', 'x,y'],
      ['many', '1'],
      ['many', '2'],
    ]);
    const text = await copy.text();
    expect(text).toContain('name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n');
    expect(text).toContain('name="csv"\r\nContent-Type: text/csv\r\n\r\nx,y\r\n');
  });

  it('is not sent with a method that fetch refuses, and the error says so', async () => {
    const body = { type: 'application/json', value: {} };
    const fetch = undefined as never;
    await expect(sent('GET', '/', { body }, { fetch })).rejects.toThrow(
      'GET /: fetch sends no body with GET. Pass a `fetch` that does.',
    );
    await expect(sent('TRACE', '/', {}, { fetch })).rejects.toThrow('fetch sends no TRACE');
  });
});
