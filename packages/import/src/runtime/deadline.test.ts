import { Api, type ApiOptions } from '../runtime.js';

const schemes = { t: { type: 'bearer' } } as const;
const never = (): Promise<never> => new Promise(() => undefined);
const make = (options: ApiOptions): Api =>
  new Api(
    { baseUrl: 'https://api.example.com', fetch: async () => Response.json({}), ...options },
    { schemes },
  );

// N1
describe('the time of a request', () => {
  let alive: NodeJS.Timeout;
  beforeAll(() => {
    alive = setInterval(() => undefined, 1000);
  });
  afterAll(() => clearInterval(alive));

  it.each([2 ** 31, 3e9, Number.POSITIVE_INFINITY, 99.5])('may be %d ms', async (timeoutMs) => {
    expect(await make({ timeoutMs }).request('GET', '/')).toEqual({});
  });

  it.each(['timeoutMs', 'maxBytes'])('needs a positive number as %s', (name) => {
    for (const value of [0, -1, Number.NaN])
      expect(() => make({ [name]: value })).toThrow(
        `The client needs ${name} to be a positive number; got ${value}.`,
      );
  });

  it('ends the wait for functions of auth, and for a fetch that ignores its signal', async () => {
    const security = [['t']];
    const slow = make({ auth: { t: never }, timeoutMs: 20 });
    await expect(slow.request('GET', '/', { security })).rejects.toThrow(
      'GET /: auth["t"] gave no answer within 20 ms.',
    );
    await expect(make({ fetch: never, timeoutMs: 20 }).request('GET', '/')).rejects.toThrow(
      'failed: no answer within 20 ms.',
    );
    const signal = AbortSignal.timeout(20);
    const error = await make({ auth: { t: never } })
      .request('GET', '/', { security, signal })
      .catch((thrown: unknown) => thrown);
    expect(error).toBe(signal.reason);
  });
});
