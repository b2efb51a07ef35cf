import { Api } from '../runtime.js';
import { importOpenApi } from './import-openapi.js';
import { differences, imported, ok, removeSaved } from './import-openapi.test.support.js';

afterAll(removeSaved);

const json = (schema: object): object => ({ 'application/json': { schema } });
const sending = (schema: object): object => ({
  requestBody: { required: true, content: json(schema) },
  responses: ok,
});
const NEW = { openapi: '3.1.0' };

// N1
describe('references of a document', () => {
  it('follows anchors, and never takes a reference for the whole document', async () => {
    const client = await imported(
      {
        '/a': { post: { operationId: 'a', ...sending({ $ref: '#addr' }) } },
        '/b': { post: { operationId: 'b', ...sending({ $dynamicRef: '#node' }) } },
        '/c': { post: { operationId: 'c', ...sending({ $ref: '#none' }) } },
        '/d': { post: { operationId: 'd', ...sending({ $ref: '#' }) } },
      },
      {
        schemas: {
          'Address/1': {
            $anchor: 'addr',
            type: 'object',
            required: ['street'],
            properties: { street: { type: 'string' } },
            additionalProperties: false,
          },
          Node: { $dynamicAnchor: 'node', type: 'object', properties: { label: { type: 'string' } } },
        },
      },
      {},
      NEW,
    );
    expect(client.text).toContain('export interface AInput {\n  street: string;\n}');
    expect(client.text).toContain('export interface BInput {\n  label?: string;\n');
    expect(client.notes.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      '#node: a `$dynamicRef` is read as a `$ref`',
      '#none: the reference has no target, and is any value',
      '#: the reference has no target, and is any value',
    ]);
    expect(await differences(client)).toEqual([]);
  });

  it('keeps what is beside a reference', async () => {
    const schema = {
      $ref: '#/components/schemas/Obj',
      required: ['x'],
      properties: { x: { type: 'integer' } },
    };
    const client = await imported(
      {
        '/b': { get: { operationId: 'b', responses: { 200: { description: 'ok', content: json(schema) } } } },
        '/c': { post: { operationId: 'c', ...sending({ type: 'object', properties: { v: schema } }) } },
      },
      {
        schemas: {
          Obj: { type: 'object', properties: { x: { type: 'integer', maximum: 9 }, y: { type: 'string' } } },
        },
      },
      {},
      NEW,
    );
    expect(client.text).toMatch(/export interface BResult \{\n.*\n.*\n.*\n.*\n {2}x: number;/);
    expect(client.losses).toEqual([]);
    expect(await differences(client)).toEqual([]);
  });

  it('leaves out members that are only read, also where a reference says so', async () => {
    const { text } = await imported(
      { '/a': { post: { operationId: 'a', ...sending({ $ref: '#/components/schemas/Pet' }) } } },
      {
        schemas: {
          Id: { type: 'string', readOnly: true },
          Pet: {
            type: 'object',
            required: ['id', 'name'],
            properties: {
              id: { $ref: '#/components/schemas/Id' },
              at: { allOf: [{ $ref: '#/components/schemas/Id' }] },
              name: { type: 'string' },
            },
          },
        },
      },
      {},
      NEW,
    );
    expect(text).toContain('export interface AInput {\n  name: string;\n}');
  });
});

describe('choices of a document', () => {
  it('are told apart by discriminators with several values', async () => {
    const branch = (kind: object): object => ({ type: 'object', required: ['kind'], properties: { kind } });
    const of = (name: string): string => `#/components/schemas/${name}`;
    const choice = {
      oneOf: ['Cat', 'Dog', 'Fish'].map((name) => ({ $ref: of(name) })),
      discriminator: { propertyName: 'kind', mapping: { cat: of('Cat'), lion: of('Cat') } },
    };
    const client = await imported(
      {
        '/a': { get: { operationId: 'a', responses: { 200: { description: 'ok', content: json(choice) } } } },
      },
      {
        schemas: {
          Cat: branch({ type: 'string' }),
          Dog: branch({ type: 'string', enum: ['dog', 'wolf'] }),
          Fish: branch({ type: 'string' }),
        },
      },
    );
    expect(client.losses).toEqual([]);
    expect(client.text).toMatch(/kind: 'cat' \| 'lion';[\s\S]*kind: 'Fish';[\s\S]*kind: 'dog' \| 'wolf';/);
    expect(await differences(client)).toEqual([]);
  });
});

describe('servers of a document', () => {
  it('resolves each address, and says which are not whole', async () => {
    const at = (name: string, servers: object[] | undefined): object => ({
      servers,
      get: { operationId: name, responses: ok },
    });
    const paths = {
      '/a': at('a', [{ url: '/v2' }]),
      '/b': at('b', [{ url: 'https://{host}/v2' }]),
      '/c': at('c', [{ url: 'https://api.example.com:{port}/v2', variables: { port: { default: 8443 } } }]),
      '/d': at('d', [{ url: 'https://me:secret@example.com' }]),
    };
    const servers = [{ url: 'https://api.example.com/v1' }];
    const { text, notes } = await imported(paths, {}, {}, { servers });
    expect([...text.matchAll(/baseUrl: '(.*)'/g)].map(([, url]) => url)).toEqual([
      'https://api.example.com/v1',
      'https://api.example.com/v2',
      '',
      'https://api.example.com:8443/v2',
      '',
    ]);
    expect(notes.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'GET /b: the address of the server "https://{host}/v2" has a variable without a default: pass baseUrl',
      'GET /d: the address of the server "https://me:secret@example.com" has a user name or a password: pass baseUrl',
    ]);
    expect((await imported(paths, {}, {}, { servers: [{ url: '/v1' }] })).text).not.toContain("'/v");
  });

  it('resolves addresses of a document on a server against that server', async () => {
    const document = { openapi: '3.1.0', info: { title: 'X' }, paths: {}, servers: [{ url: '../v1' }] };
    const fetch = async (): Promise<Response> => Response.json(document);
    const { text } = await importOpenApi('https://example.com/docs/api.json', { fetch });
    expect(text).toContain("baseUrl: 'https://example.com/v1'");
  });
});

describe('bodies of a document', () => {
  it('keeps how forms are written, and names what it cannot write', async () => {
    const meta = { type: 'object', properties: { a: { type: 'string' } } };
    const body = (type: string, media: object): object => ({
      post: {
        operationId: type.replace(/\W/g, ''),
        requestBody: { required: true, content: { [type]: media } },
        responses: {
          200: { description: 'ok', content: { 'application/vnd.api+json': { schema: { type: 'object' } } } },
        },
      },
    });
    const client = await imported(
      {
        '/open': body('application/x-www-form-urlencoded', {
          schema: { type: 'object', additionalProperties: true, required: ['meta'], properties: { meta } },
          encoding: { meta: { style: 'deepObject', explode: true }, j: { contentType: 'application/json' } },
        }),
        '/xml': body('application/xml', { schema: meta }),
        '/file': body('multipart/form-data', {
          schema: {
            type: 'object',
            required: ['file', 'png'],
            properties: {
              file: { type: 'string', contentMediaType: 'application/octet-stream' },
              png: { type: 'string', format: 'binary' },
            },
          },
          encoding: { png: { contentType: 'image/png' } },
        }),
        '/mixed': body('multipart/mixed', { schema: meta }),
      },
      {},
      {},
      NEW,
    );
    expect(client.text).toContain(
      "forms: { meta: { style: 'deepObject', explode: true }, j: { style: 'json' } }",
    );
    expect(client.text).toContain(
      "forms: { file: { contentType: 'application/octet-stream' }, png: { contentType: 'image/png' } }",
    );
    expect(client.text).toMatch(/file: Uint8Array;\n {2}png: Uint8Array;/);
    expect(client.text).toContain("accept: 'application/vnd.api+json'");
    expect(client.text).toContain('interface ApplicationxmlInput {\n  body: string;');
    expect(client.notes.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'POST /xml: no value is written as application/xml: the body is its text, and its schema is left out',
      'POST /mixed: the body is sent as multipart/form-data, not as multipart/mixed',
    ]);
    expect(await differences(client)).toEqual([]);
  });

  it('names elements that may be missing', async () => {
    const schema = { type: 'array', prefixItems: [{ type: 'string' }] };
    const paths = {
      '/a': { get: { operationId: 'a', responses: { 200: { description: 'ok', content: json(schema) } } } },
    };
    const { losses } = await imported(paths, {}, {}, NEW);
    expect(losses.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(['GET /a result prefixItems']);
  });

  it('leaves out the values of an enum that its limits rule out', async () => {
    const schema = {
      type: 'object',
      properties: { v: { type: 'string', enum: ['ab', 'b'], pattern: '^a' } },
    };
    const { text } = await imported({ '/a': { post: { operationId: 'a', ...sending(schema) } } });
    expect(text).toContain("v?: 'ab';");
  });

  it('takes credentials with names that every object has', async () => {
    const names = ['constructor', 'toString', '__proto__'];
    const securitySchemes = JSON.parse(
      `{${names.map((name) => `"${name}":{"type":"apiKey","in":"header","name":"${name}-key"}`).join(',')}}`,
    );
    const security = [{ constructor: [], toString: [] }];
    const { text } = await imported(
      { '/a': { get: { operationId: 'a', security, responses: ok } } },
      { securitySchemes },
    );
    for (const name of names) expect(text).toMatch(new RegExp(`${name}'?\\]?: \\{.*\\} as const,`));
    const schemes = JSON.parse(JSON.stringify(securitySchemes));
    const sent: unknown[] = [];
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      sent.push(init?.headers);
      return new Response('1');
    };
    const api = new Api({ baseUrl: 'https://example.com', auth: { constructor: 'k' }, fetch }, { schemes });
    await api.request('GET', '/', { security: [['constructor']] });
    expect(sent).toMatchObject([{ 'constructor-key': 'k' }]);
    await expect(api.request('GET', '/', { security: [['toString']] })).rejects.toThrow('auth["toString"]');
  });

  it('writes comments without hidden characters', async () => {
    const responses = { 400: { description: 'bad\u202e', content: json({ type: 'object' }) } };
    const { text } = await imported({
      '/a\u202e\u2066 } // evil\u200b\u{e0041}\u001b[31m\n/b': { get: { responses } },
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    expect(text).not.toMatch(/[\u0000-\u0009\u001b\u200b\u202e\u2066\u{e0041}]/u);
    expect(text).toContain('/** How `GET /a } // evil[31m /b` fails. */');
  });
});
