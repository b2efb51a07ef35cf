import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, ApiError, isApiError, styled, unlessEmpty } from '../runtime.js';

interface Got {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let got: Got;
let answer: { status: number; type: string; body: string | Buffer; headers?: Record<string, string> };
let baseUrl: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url, headers } = request;
    got = { method, url, headers, body: Buffer.concat(parts).toString('latin1') };
    response.writeHead(answer.status, { 'content-type': answer.type, ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  answer = { status: 200, type: 'application/json', body: '{"ok":true}' };
});

const schemes = {
  key: { type: 'apiKey', in: 'query', name: 'api key' },
  token: { type: 'bearer' },
  basic: { type: 'basic' },
} as const;

// N1
describe('the runtime of generated clients', () => {
  it('writes parameters in the styles of OpenAPI', async () => {
    const api = new Api({ baseUrl }, {});
    await api.request('GET', '/pets/{id}', {
      path: { id: 'a/b c' },
      query: {
        list: [1, 2],
        joined: styled([1, 2], { explode: false }),
        piped: styled(['a', 'b'], { style: 'pipeDelimited' }),
        deep: styled({ a: 1, b: { c: 2 } }, { style: 'deepObject' }),
        json: styled({ a: 1 }, { style: 'json' }),
        absent: undefined,
      },
      headers: { 'X-List': ['a', 'b'] },
      cookies: { session: 'x y' },
    });
    expect(decodeURIComponent(got.url ?? '')).toBe(
      '/v1/pets/a/b c?list=1&list=2&joined=1,2&piped=a|b&deep[a]=1&deep[b][c]=2&json={"a":1}',
    );
    expect(got.url).toContain('/a%2Fb%20c?');
    expect(got.headers).toMatchObject({ 'x-list': 'a,b', cookie: 'session=x%20y' });
  });

  it('refuses a parameter that leads to another path', async () => {
    const api = new Api({ baseUrl }, {});
    await expect(api.request('GET', '/pets/{id}/x', { path: { id: '..' } })).rejects.toThrow(
      'must not be "." or ".."',
    );
  });

  it('sends bodies of each kind', async () => {
    const api = new Api({ baseUrl }, {});
    await api.request('POST', '/', {
      body: { type: 'application/json', value: { a: 1, b: new Uint8Array([1]) } },
    });
    expect(got.body).toBe('{"a":1,"b":"AQ=="}');
    await api.request('POST', '/', {
      body: { type: 'application/x-www-form-urlencoded', value: { a: [1, 2], b: 'ü' } },
    });
    expect(got.body).toBe('a=1&a=2&b=%C3%BC');
    await api.request('POST', '/', {
      body: { type: 'multipart/form-data', value: { file: new Uint8Array([65]), note: 'x' } },
    });
    expect(got.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(got.body).toContain('name="file"; filename="file"');
    await api.request('POST', '/', {
      body: { type: 'application/json', value: unlessEmpty({ a: undefined }) },
    });
    expect([got.body, got.headers['content-type']]).toEqual(['', undefined]);
  });

  it('sends the first complete credentials, and says which are missing', async () => {
    const auth = { key: 's&t', basic: { username: 'ä', password: 'p' } };
    const api = new Api({ baseUrl, auth }, { schemes });
    await api.request('GET', '/', { security: [['token'], ['key', 'basic']] });
    expect(got.url).toBe('/v1/?api%20key=s%26t');
    expect(got.headers.authorization).toBe(`Basic ${Buffer.from('ä:p').toString('base64')}`);
    await expect(api.request('GET', '/', { security: [['token']] })).rejects.toThrow(
      'GET / needs auth["token"].',
    );
    const later = new Api({ baseUrl, auth: { token: async () => 't' } }, { schemes });
    await later.request('GET', '/', { security: [['token']] });
    expect(got.headers.authorization).toBe('Bearer t');
  });

  it('does not follow a redirect with credentials', async () => {
    answer = { status: 302, type: 'text/plain', body: '', headers: { location: 'http://127.0.0.1:1/' } };
    const api = new Api({ baseUrl, auth: { token: 't' } }, { schemes });
    await expect(api.request('GET', '/', { security: [['token']] })).rejects.toMatchObject({ status: 302 });
  });

  it('throws the status and the body of a failure', async () => {
    answer = { status: 404, type: 'application/problem+json', body: '{"detail":"none"}' };
    const error: unknown = await new Api({ baseUrl }, {}).request('GET', '/pets').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(isApiError(error, 404) && error.body).toEqual({ detail: 'none' });
    expect(String(error)).toContain('GET /pets failed with status 404: {"detail":"none"}');
  });

  it('says when an answer is not what the document promises', async () => {
    answer = { status: 200, type: 'text/html', body: '<html>' };
    await expect(new Api({ baseUrl }, {}).request('GET', '/')).rejects.toThrow(
      'the answer is text/html and not JSON',
    );
  });

  it('reads texts, bytes and nothing', async () => {
    const api = new Api({ baseUrl }, {});
    answer = { status: 200, type: 'text/plain', body: 'hi' };
    expect(await api.request('GET', '/', { result: 'text' })).toBe('hi');
    expect(await api.request('GET', '/', { result: 'bytes' })).toEqual(new Uint8Array([104, 105]));
    expect(await api.request('GET', '/', { result: 'none' })).toBeUndefined();
  });
});
