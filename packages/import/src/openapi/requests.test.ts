import { differences, imported, ok, removeSaved } from './import-openapi.test.support.js';

afterAll(removeSaved);

const schema = { type: 'object', properties: { a: { type: 'string' } } };
const takes = (type: string, more: object = { schema }) => ({
  requestBody: { required: true, content: { [type]: more } },
  responses: ok,
});
const notesOf = async (paths: object): Promise<readonly string[]> =>
  (await imported(paths)).notes
    .map(({ place, message }) => `${place}: ${message}`)
    .filter((note) => !note.includes('operationId'));

// N1
describe('what the runtime sends', () => {
  it('is named where it differs from the document', async () => {
    const binary = { schema: { type: 'string', format: 'binary' } };
    const paths = {
      '/any': { post: takes('*/*') },
      '/application': { post: takes('application/*') },
      '/form': { post: takes('Application/X-WWW-Form-Urlencoded; charset=utf-8') },
      '/image': { post: takes('image/*', binary) },
      '/binary': {
        post: {
          ...takes('*/*', binary),
          responses: { 200: { description: 'ok', content: { '*/*': binary } } },
        },
      },
      '/json': { post: takes('application/*+json') },
      '/mixed': { post: takes('multipart/mixed') },
      '/search': { get: takes('application/json') },
      '/trace': { trace: { responses: ok } },
      '/#Action=List': { get: { responses: ok } },
      '/parameters': {
        get: {
          parameters: [
            { name: 'text', in: 'query', content: { 'text/plain': { schema: { type: 'string' } } } },
            { name: 'json', in: 'query', content: { 'application/json': { schema } } },
            { name: 'xml', in: 'query', content: { 'application/xml': { schema } } },
          ],
          responses: ok,
        },
      },
    };
    expect(await notesOf(paths)).toEqual([
      'POST /image: the body is sent as application/octet-stream, not as image/*',
      'POST /json: the body is sent as application/json, not as application/*+json',
      'POST /mixed: the body is sent as multipart/form-data, not as multipart/mixed',
      'GET /search: fetch sends no body with GET: pass a `fetch` that does',
      'TRACE /trace: fetch sends no TRACE: pass a `fetch` that does',
      'GET /#Action=List: servers do not receive what follows `#`: it is not sent',
      'GET /parameters: the parameter "xml" is sent in the usual style, not as application/xml',
    ]);
    const client = await imported({ '/parameters': paths['/parameters'], '/binary': paths['/binary'] });
    expect(client.text).toMatch(/interface PostBinaryInput \{\s*body: Uint8Array;/);
    expect(client.text).toContain('Promise<Uint8Array> {');
    expect(client.text).toMatch(
      /text: input.text,\s*json: styled\(input.json, \{ style: 'json' \}\),\s*xml: input.xml,/,
    );
    expect(await differences(client)).toEqual([]);
  });

  it('may have no answer only where the document says so', async () => {
    const content = (value: object) => ({ description: 'ok', content: { 'application/json': value } });
    const get = (responses: object) => ({ get: { responses } });
    const { text } = await imported({
      '/one': get({ 200: content({ schema }) }),
      '/two': get({ 200: content({ schema }), 204: { description: 'ok' } }),
      '/three': get({ 200: content({ schema: { ...schema, nullable: true } }) }),
      '/four': get({ 200: content({}) }),
    });
    const paths = [...text.matchAll(/request\('GET', '\/(\w+)', \{([^}]*)\}/g)];
    expect(
      paths.filter(([, , request]) => request?.includes('mayBeEmpty: true')).map(([, path]) => path),
    ).toEqual(['two', 'three', 'four']);
  });
});
