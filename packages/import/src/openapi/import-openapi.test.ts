import fc from 'fast-check';
import { arbitrarySchema } from '../../../json-schema/src/arbitrary-schema.test.support.js';
import { type ImportOptions, importOpenApi } from './import-openapi.js';
import {
  base,
  differences,
  imported,
  ok,
  proofOf,
  removeSaved,
  save,
} from './import-openapi.test.support.js';
import { operationsWithLosses } from './operations-with-losses.js';

afterAll(removeSaved);

/** `RANDOM_SCHEMAS=2000` tries more. */
const COUNT = Number(process.env.RANDOM_SCHEMAS ?? 200);

/** Moves references from the definitions of schemas to those of a document. */
function pointed(document: object): object {
  return JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

describe('importOpenApi', () => {
  // N1
  it('prints tools whose schemas codegen reads as those of the document', async () => {
    const pet = {
      type: 'object',
      required: ['name', 'kind'],
      properties: {
        id: { type: 'integer', format: 'int64', readOnly: true },
        name: { type: 'string', minLength: 1, description: 'How it is called, `*/` or @home.' },
        kind: { type: 'string', enum: ['cat', 'dog'], default: 'cat' },
        born: { type: 'string', format: 'date', nullable: true },
        tags: { type: 'array', items: { type: 'string', maxLength: 9 }, uniqueItems: true },
        parent: { $ref: '#/components/schemas/Pet' },
      },
    };
    const json = (schema: object): object => ({ 'application/json': { schema } });
    const client = await imported(
      {
        '/pets/{petId}': {
          get: {
            operationId: 'getPet',
            parameters: [
              { name: 'petId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
              { name: 'X-Trace', in: 'header', schema: { type: 'string', format: 'uuid' } },
              {
                name: 'fields',
                in: 'query',
                explode: false,
                schema: { type: 'array', items: { type: 'string' } },
              },
            ],
            responses: {
              200: { description: 'ok', content: json({ $ref: '#/components/schemas/Pet' }) },
              404: { description: 'None.', content: json({ $ref: '#/components/schemas/Problem' }) },
            },
          },
          put: {
            operationId: 'putPet',
            requestBody: { required: true, content: json({ $ref: '#/components/schemas/Pet' }) },
            responses: ok,
          },
        },
      },
      { schemas: { Pet: pet, Problem: { type: 'object', properties: { detail: { type: 'string' } } } } },
    );
    expect(client.losses).toEqual([]);
    expect(await differences(client)).toEqual([]);
    expect(client.text).toContain('fields: styled(input.fields, { explode: false })');
    expect(client.text).toContain("headers: { 'X-Trace': input.XTrace }".replace('XTrace', 'xTrace'));
    expect(client.text).toMatch(/export type GetPetError =\n.*None\. .*\n {2}\| ApiError<404, Problem>;/);
    // The server gives the id, which nobody sends.
    const input = client.text.slice(client.text.indexOf('interface PutPetInput'));
    expect(input.slice(0, input.indexOf('\n}'))).not.toContain('  id?');
  });

  // N1
  it('prints random schemas that codegen reads as the same, or names their losses', async () => {
    const samples = fc.sample(arbitrarySchema(2, 'open'), COUNT);
    const paths = samples.map(({ schema }, index) => {
      const requestBody = { content: { 'application/json': { schema: { type: 'array', items: schema } } } };
      return [`/p${index}`, { post: { operationId: `p${index}`, requestBody, responses: ok } }];
    });
    const schemas = Object.assign({}, ...samples.map(({ $defs }) => $defs));
    const document = { ...base, openapi: '3.1.0', paths: Object.fromEntries(paths), components: { schemas } };
    const client = await importOpenApi(save('random.json', pointed(document)));
    const lossy = operationsWithLosses(client);
    const faults = (await proofOf(client)).differences.filter(({ place }) => !lossy.has(place));
    expect(faults.slice(0, 20)).toEqual([]);
    expect(lossy.size).toBeLessThan(COUNT * 0.8);
  });

  it('tells of arguments with one name, and keeps the names of the server', async () => {
    const { text, notes } = await imported({
      '/a/{id}': {
        post: {
          operationId: 'a',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: { type: 'object', properties: { id: { type: 'number' } } } },
            },
          },
          responses: ok,
        },
      },
    });
    expect(notes).toEqual([
      {
        place: 'POST /a/{id}',
        message: 'the body parameter "id" is the argument `bodyId`, because `id` is taken',
      },
    ]);
    expect(text).toContain('value: { id: input.bodyId }');
  });

  it('makes nothing of a document code', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: hostile text.
    const evil = "'); process.exit(1); ('*/ ${process.exit(1)} `\n@tool {\u2028\u202e";
    const client = await imported(
      {
        [`/x/${evil}`]: {
          get: {
            operationId: evil,
            summary: evil,
            description: `*/ process.exit(1) /* ${evil}`,
            tags: [evil],
            parameters: [
              {
                name: evil,
                in: 'query',
                description: evil,
                schema: { type: 'string', enum: [evil], default: evil },
              },
            ],
            responses: {
              200: {
                description: evil,
                content: { [`application/${evil}+json`]: { schema: { $ref: '#/components/schemas/x' } } },
              },
            },
            security: [{ [evil]: [] }],
          },
        },
      },
      {
        schemas: {
          x: { title: evil, type: 'object', properties: { [evil]: { type: 'string', pattern: evil } } },
        },
        securitySchemes: { [evil]: { type: 'apiKey', in: 'header', name: evil } },
      },
      {},
      { servers: [{ url: `https://example.com/${evil}` }], info: { title: evil, version: evil } },
    );
    expect(await differences(client)).toEqual([]);
    const code = client.text.replace(/'(?:[^'\\\n]|\\.)*'/g, "''").replace(/\/\*[\s\S]*?\*\//g, '');
    expect(code).not.toMatch(/process\.|exit\(/);
    expect(client.text).not.toMatch(/[\u2028\u202e]/);
  });

  it('goes on beside what it cannot read, and says where', async () => {
    const { operations, notes, losses } = await imported(
      {
        '/a': null,
        '/b/{id}': {
          get: {
            operationId: 'same',
            parameters: [{ $ref: '#/nowhere' }, { name: 'q', in: 'query' }],
            responses: { 200: { $ref: '#/components/responses/none' } },
          },
        },
        '/c': {
          get: {
            operationId: 'same',
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Loop' } } } },
            },
          },
        },
      },
      { schemas: { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] } } },
    );
    expect(operations.map(({ name }) => name)).toEqual(['same', 'getC']);
    expect(notes.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      '/a: the path is no object',
      'GET /b/{id}: a parameter has no name or place, or no target, and is left out',
      'GET /b/{id}: the parameter "q" has no schema, and is read as a string',
      'GET /b/{id}: the path parameter "id" is not declared, and is read as a string',
      'GET /b/{id}: the response "200" has no target, and is left out',
      'GET /c: the tool is `getC`: its operationId is "same"',
    ]);
    expect(losses.map(({ keyword, what }) => `${keyword} ${what}`)).toEqual([
      '$ref "#/$defs/Loop" has no target, or stands for itself',
    ]);
  });

  it('reads YAML and references to other files, but not to other servers', async () => {
    save('pet.yaml', 'Pet:\n  type: object\n  properties:\n    next: { $ref: "#/Pet" }\n');
    const address = save(
      'root.yaml',
      `openapi: 3.1.0
info: { title: Files, version: "1" }
paths:
  /pets:
    get:
      operationId: list
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "pet.yaml#/Pet" } } } }
    post:
      operationId: add
      requestBody: { content: { application/json: { schema: { $ref: "https://example.com/x.json" } } } }
      responses: {}
`,
    );
    const sent: unknown[] = [];
    const fetch = async (url: unknown): Promise<Response> => {
      sent.push(url);
      return new Response('{}');
    };
    const { text, notes } = await importOpenApi(address, { fetch });
    expect(text).toContain('export interface Pet {\n  next?: Pet;\n');
    expect(notes[0]?.message).toContain('it is on another server');
    expect(sent).toEqual([]);
  });

  it('selects by tag, path and operation, and names tools by path', async () => {
    const operation = (operationId: string, tag: string): object => ({
      operationId,
      tags: [tag],
      responses: ok,
    });
    const paths = {
      '/a': { get: operation('one', 'x'), post: operation('two', 'y') },
      '/a/b': { get: operation('three', 'y') },
    };
    const names = async (options: ImportOptions): Promise<readonly string[]> =>
      (await imported(paths, {}, options)).operations.map(({ name }) => name);
    expect(await names({ tags: ['y'] })).toEqual(['two', 'three']);
    expect(await names({ paths: ['/a/*'] })).toEqual(['three']);
    expect(await names({ operations: ['one', 'POST /a'] })).toEqual(['one', 'two']);
    expect(await names({ names: 'path' })).toEqual(['getA', 'postA', 'getAB']);
    const { operations, notes } = await imported(
      paths,
      {},
      {
        tags: ['x', 'shop'],
        paths: ['/a', '/c/*'],
        operations: ['one', 'thre'],
      },
    );
    expect(operations.map(({ name }) => name)).toEqual(['one']);
    expect(notes).toEqual([
      { place: 'shop', message: 'no operation has this tag. Available: x, y.' },
      { place: '/c/*', message: expect.stringContaining('no operation has this path.') },
      {
        place: 'thre',
        message:
          "no operation has this name. Did you mean 'three'? Available: one, GET /a, two, POST /a, three, GET /a/b.",
      },
    ]);
  });

  it('writes the same bytes again', async () => {
    const paths = { '/a': { get: { operationId: 'one', responses: ok } } };
    expect((await imported(paths)).text).toBe((await imported(paths)).text);
  });

  it('refuses what is no OpenAPI 3', async () => {
    await expect(importOpenApi(save('old.json', { swagger: '2.0' }))).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    });
  });
});
