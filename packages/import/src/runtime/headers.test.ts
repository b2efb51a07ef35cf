import { sent } from './sent-request.test.support.js';

// N1
describe('the headers of a request', () => {
  const schemes = {
    key: { type: 'apiKey', in: 'cookie', name: 'key' },
    token: { type: 'bearer' },
  } as const;
  const seen = async (headers: Record<string, string>, request: object, auth = {}) =>
    Object.fromEntries((await sent('GET', '/', request, { headers, auth }, { schemes })).headers);

  it('are those of the client, not arguments of their names', async () => {
    const request = { headers: { 'x-tenant': 'other', 'X-Page': 2, 'X-None': null } };
    expect(await seen({ 'X-Tenant': 'acme' }, request)).toEqual({
      ...{ 'x-tenant': 'acme', 'x-page': '2', accept: 'application/json' },
    });
  });

  it('replace the media type of a body, but not the boundary of a form', async () => {
    const typeOf = async (type: string, value: unknown) => {
      const options = { headers: { 'Content-Type': 'image/png' } };
      return (await sent('POST', '/', { body: { type, value } }, options)).headers.get('content-type');
    };
    expect(await typeOf('image/*', new Uint8Array([1]))).toBe('image/png');
    expect(await typeOf('multipart/form-data', { a: 1 })).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('have the cookies of the client, of its credentials, and of arguments with other names', async () => {
    const request = {
      headers: { Cookie: 'session=x; lang=en' },
      cookies: { session: 'y', key: 'z', theme: 'dark' },
      security: [['key']],
    };
    const { cookie } = await seen({ Cookie: 'session=mine' }, request, { key: 'secret' });
    expect(cookie).toBe('lang=en; theme=dark; session=mine; key=secret');
  });
});
