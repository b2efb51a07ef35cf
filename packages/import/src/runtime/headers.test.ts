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
