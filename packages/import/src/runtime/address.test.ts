import { styled } from '../runtime.js';
import { addressOf } from './sent-request.test.support.js';

// N1
describe('the address of a request', () => {
  const query = (parameters: Readonly<Record<string, unknown>>): Promise<string> =>
    addressOf('GET', '/q', { query: parameters });

  it('has the query before a fragment, which is not sent', async () => {
    const path = '/#Action=DeleteUser';
    expect(await addressOf('GET', path, { query: { UserName: 'ada' } })).toBe('/?UserName=ada');
  });

  it('leaves out null, as an argument, an item or a member', async () => {
    const deep = { a: null, b: { c: null, d: 1 } };
    expect(await query({ q: null, ids: [1, null], f: { a: null, b: 'x' }, none: [null] })).toBe(
      '/q?ids=1&b=x',
    );
    expect(await query({ deep: styled(deep, { style: 'deepObject' }) })).toBe('/q?deep%5Bb%5D%5Bd%5D=1');
    // JSON has a null of its own.
    expect(await query({ q: styled({ a: null }, { style: 'json' }) })).toBe('/q?q=%7B%22a%22%3Anull%7D');
    await expect(addressOf('GET', '/{id}', { path: { id: null } })).rejects.toThrow(
      'the path parameter "id" must not be empty',
    );
  });

  it('keeps items of a list apart', async () => {
    const list = (style: 'form' | 'spaceDelimited' | 'pipeDelimited', ...items: readonly string[]) =>
      query({ ids: styled(items, { style, explode: false }) });
    expect(await list('form', 'a,b', 'c')).toBe('/q?ids=a%2Cb,c');
    expect(await list('pipeDelimited', 'a', 'b')).toBe('/q?ids=a%7Cb');
    await expect(list('pipeDelimited', 'a|b', 'c')).rejects.toThrow(
      'GET /q: the parameter "ids" has an item with "|", which separates items.',
    );
    await expect(list('spaceDelimited', 'a b')).rejects.toThrow('has an item with " "');
    await expect(addressOf('GET', '/q', { headers: { 'X-Ids': ['a,b', 'c'] } })).rejects.toThrow(
      'the parameter "X-Ids" has an item with ","',
    );
  });

  it('writes bytes as base64', async () => {
    expect(await query({ data: new Uint8Array([1]) })).toBe('/q?data=AQ%3D%3D');
  });

  it('refuses members that would be a part of another parameter', async () => {
    const refused = (parameters: Readonly<Record<string, unknown>>, key: string): Promise<void> =>
      expect(query(parameters)).rejects.toThrow(
        `must not have the member ${JSON.stringify(key)}, which is another parameter`,
      );
    const filter = styled({ tenant: 'mine' }, { style: 'deepObject' });
    await refused({ filter, extra: { 'filter[tenant]': 'other' } }, 'filter[tenant]');
    await refused({ filter: undefined, extra: { 'filter[tenant]': 'other' } }, 'filter[tenant]');
    await refused({ 'filter[a]': 1, extra: { filter: 'x' } }, 'filter');
    await refused({ extra: { page: 1 }, more: { page: 2 } }, 'page');
    await refused({ extra: { 'page[a]': 1 }, more: { page: 2 } }, 'page');
    expect(await query({ filter, extra: { page: [1, 2], 'sort[a]': 1 } })).toBe(
      '/q?filter%5Btenant%5D=mine&page=%5B1%2C2%5D&sort%5Ba%5D=1',
    );
  });

  it('has the key of the client, not an argument of its name', async () => {
    const schemes = { k: { type: 'apiKey', in: 'query', name: 'api_key' } } as const;
    const request = { query: { api_key: 'x', q: 1 }, security: [['k']] };
    expect(await addressOf('GET', '/q', request, { auth: { k: 'a&b' } }, { schemes })).toBe(
      '/q?q=1&api_key=a%26b',
    );
  });
});
