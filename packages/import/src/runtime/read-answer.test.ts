import { Api, type ApiRequest } from '../runtime.js';

const read = (
  body: string | Uint8Array<ArrayBuffer> | null,
  type: string,
  request: ApiRequest = {},
  status = 200,
): Promise<unknown> => {
  const fetch = async (): Promise<Response> =>
    new Response(body, { status, headers: type === '' ? {} : { 'content-type': type } });
  return new Api({ baseUrl: 'https://api.example.com', fetch }, {}).request('GET', '/', request);
};

// N1
describe('an answer', () => {
  it('is decoded as its media type says', async () => {
    const bytes = new Uint8Array(Buffer.from('"café"', 'latin1'));
    expect(await read(bytes, 'text/plain; charset=ISO-8859-1', { result: 'text' })).toBe('"café"');
    expect(await read(bytes, 'application/json;charset="iso-8859-1"')).toBe('café');
    expect(await read('ü', 'text/plain; charset=made-up', { result: 'text' })).toBe('ü');
    expect(await read('"ü"', '')).toBe('ü');
  });

  it('is no JSON if its bytes are no text', async () => {
    await expect(read(new Uint8Array([0x22, 0xff, 0x22]), 'application/json')).rejects.toThrow(
      'GET / answered with status 200, but with application/json and not JSON',
    );
  });

  it('has content, unless the document names one without', async () => {
    await expect(read('', 'application/json')).rejects.toThrow(
      'answered with status 200, but with no content',
    );
    await expect(read(null, '', {}, 204)).rejects.toThrow('answered with status 204, but with no content');
    expect(await read(null, '', { mayBeEmpty: true }, 204)).toBeNull();
  });
});
