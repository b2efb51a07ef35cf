import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { Api, ApiError, type ApiOptions, isApiError, styled, unlessEmpty } from '../runtime.js';

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

  it('follows redirects of GET on the same server only, and names other addresses without their query', async () => {
    const api = new Api({ baseUrl, headers: { 'x-key': 'secret' } }, {});
    const other = 'http://127.0.0.1:1/new?token=t';
    answer = { status: 302, type: 'text/plain', body: '', headers: { location: other } };
    const error: unknown = await api.request('GET', '/', {}).catch((thrown) => thrown);
    expect(isApiError(error, 302) && error.message).toBe(
      'GET / failed with status 302: It redirects to http://127.0.0.1:1/new, which is not followed.',
    );
    answer = { status: 307, type: 'text/plain', body: '', headers: { location: '/v1/' } };
    await expect(api.request('POST', '/', {})).rejects.toMatchObject({ status: 307 });
    // Without an end.
    await expect(api.request('GET', '/', {})).rejects.toMatchObject({ status: 307 });
    const urls: string[] = [];
    const send = async (url: unknown): Promise<Response> => {
      urls.push(String(url));
      return urls.length > 1
        ? Response.json({ ok: true })
        : new Response(null, { status: 301, headers: { location: 'b' } });
    };
    expect(await new Api({ baseUrl, fetch: send }, {}).request('GET', '/a')).toEqual({ ok: true });
    expect(urls[1]).toBe(`${baseUrl}b`);
  });

  it('never shows a secret in an error', async () => {
    const secret = 'k33p';
    const errors: unknown[] = [];
    const collect = (thrown: unknown): void => void errors.push(thrown);
    const make = (options: ApiOptions): Api => new Api(options, { schemes });
    const security = [['key']];
    const auth = { key: secret };
    for (const cause of [{ code: 'ECONNREFUSED', message: secret }, undefined]) {
      const failing = async (url: unknown): Promise<never> => {
        throw new TypeError(`Failed to parse URL from ${url}`, { cause });
      };
      await make({ baseUrl, auth, fetch: failing }).request('GET', '/', { security }).catch(collect);
    }
    const token = `${secret}\nx: y`;
    for (const options of [
      { headers: { 'x-key': token } },
      { auth: { token } },
      { baseUrl: `https://me:${secret}@example.com` },
      { baseUrl: `https://{${secret}}` },
    ]) {
      await (async () => make(options))().catch(collect);
    }
    const later = make({ baseUrl, auth: { token: () => token } });
    await later.request('GET', '/', { security: [['token']] }).catch(collect);
    expect(errors).toHaveLength(7);
    for (const error of errors) expect(inspect(error, { depth: 9 })).not.toContain(secret);
    expect(errors.slice(0, 2).map(String)).toEqual(
      ['ECONNREFUSED', 'TypeError'].map(
        (why) => `Error: GET /: the request to ${new URL(baseUrl).host} failed: ${why}.`,
      ),
    );
  });

  it('keeps to its limits of time and size', async () => {
    answer = { status: 200, type: 'text/plain', body: 'x'.repeat(1000) };
    const small = new Api({ baseUrl, maxBytes: 999 }, {});
    await expect(small.request('GET', '/', { result: 'text' })).rejects.toThrow('larger than 999 bytes');
    const never = (_url: unknown, init?: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('x'))),
      );
    const slow = new Api({ baseUrl, timeoutMs: 20, fetch: never }, {});
    await expect(slow.request('GET', '/')).rejects.toThrow('no answer within 20 ms');
    const signal = AbortSignal.abort(new Error('mine'));
    await expect(new Api({ baseUrl }, {}).request('GET', '/', { signal })).rejects.toThrow('mine');
  });

  it('never rounds a number', async () => {
    const id = '9007199254740993';
    answer = { status: 201, type: 'application/json', body: `{"items":[{"id":${id},"n":1.5}]}` };
    const api = new Api({ baseUrl }, {});
    const error: unknown = await api.request('GET', '/').catch((thrown) => thrown);
    expect(isApiError(error, 201) && error.body).toEqual({ items: [{ id, n: 1.5 }] });
    expect(String(error)).toContain(
      `GET / answered with status 201, but with the number ${id} at items[0].id, which JavaScript would round; create`,
    );
    const keeping = new Api({ baseUrl, largeNumbers: 'text' }, {});
    expect(await keeping.request('GET', '/')).toEqual({ items: [{ id, n: 1.5 }] });
    answer = { status: 200, type: 'application/json', body: '[9007199254740992, 1e300, 1e21]' };
    expect(await api.request('GET', '/')).toEqual([2 ** 53, 1e300, 1e21]);
    answer = { status: 404, type: 'application/json', body: `{"id":${id}}` };
    expect(await api.request('GET', '/').catch((thrown) => thrown)).toMatchObject({ body: { id } });
  });

  it('sends no number that JavaScript may have rounded', async () => {
    const api = new Api({ baseUrl }, {});
    const large = 2 ** 53;
    const why = (what: string): string =>
      `GET /{id}: ${what} is 9007199254740992, beyond the integers that JavaScript holds exactly.`;
    const sent = (request: object): Promise<unknown> =>
      api.request('GET', '/{id}', { path: { id: 1 }, ...request });
    await expect(sent({ path: { id: large } })).rejects.toThrow(why('the parameter "id"'));
    await expect(sent({ query: { ids: [large] } })).rejects.toThrow(why('the parameter "ids"'));
    await expect(sent({ query: { ids: styled({ a: large }, { style: 'json' }) } })).rejects.toThrow(
      why('the parameter "ids" has "a", which'),
    );
    const body = (type: string, value: unknown): object => ({ body: { type, value } });
    await expect(sent(body('application/json', { a: [{ b: large }] }))).rejects.toThrow(
      why('the body has "b", which'),
    );
    await expect(sent(body('application/json', { a: Number.NaN }))).rejects.toThrow(
      'is NaN, which cannot be sent',
    );
    await expect(sent(body('text/plain', large))).rejects.toThrow(why('the body'));
    await expect(sent(body('multipart/form-data', { a: large }))).rejects.toThrow(why('the part "a"'));
    await expect(sent(body('application/x-www-form-urlencoded', { a: large }))).rejects.toThrow(
      why('the parameter "a"'),
    );
    await api.request(
      'POST',
      '/',
      body('application/json', { a: 2 ** 53 - 1, b: 1e300, c: Buffer.from('A') }),
    );
    expect(got.body).toBe('{"a":9007199254740991,"b":1e+300,"c":"QQ=="}');
  });

  it('refuses empty path parameters, and members that would be other parameters', async () => {
    const api = new Api({ baseUrl }, { schemes });
    for (const id of ['', undefined, []]) {
      await expect(api.request('DELETE', '/pets/{id}', { path: { id } })).rejects.toThrow(
        'the path parameter "id" must not be empty',
      );
    }
    await api.request('GET', '@example.com/x');
    expect(got.url).toBe('/v1/@example.com/x');
    for (const key of ['tenant', 'api key']) {
      await expect(
        api.request('GET', '/', { query: { filter: { [key]: 'x' }, tenant: undefined } }),
      ).rejects.toThrow(`"filter" must not have the member "${key}", which is another parameter`);
    }
    await api.request('GET', '/', { cookies: { all: { 'a=b; c': 'd' } } });
    expect(got.headers.cookie).toBe('a%3Db%3B%20c=d');
    await expect(api.request('GET', '/', { query: { q: '\ud800' } })).rejects.toThrow(
      'half of a surrogate pair',
    );
  });

  it('writes forms as their encoding says', async () => {
    const api = new Api({ baseUrl }, {});
    await api.request('POST', '/', {
      body: {
        type: 'application/x-www-form-urlencoded',
        value: { meta: { a: 'b' }, json: { c: 1 } },
        forms: { meta: { style: 'deepObject' }, json: { style: 'json' } },
      },
    });
    expect(decodeURIComponent(got.body)).toBe('meta[a]=b&json={"c":1}');
    await api.request('POST', '/', {
      accept: 'application/vnd.api+json',
      body: {
        type: 'multipart/form-data',
        value: { file: new Uint8Array([65]) },
        forms: { file: { contentType: 'image/png' } },
      },
    });
    expect(got.body).toContain('Content-Type: image/png');
    expect(got.headers.accept).toBe('application/vnd.api+json');
    await expect(
      api.request('POST', '/', { body: { type: 'application/xml', value: { a: 1 } } }),
    ).rejects.toThrow('a body of the type application/xml must be a text or bytes');
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
      'GET / answered with status 200, but with text/html and not JSON: <html>',
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
