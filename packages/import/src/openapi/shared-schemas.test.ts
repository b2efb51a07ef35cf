import { importOpenApi } from './import-openapi.js';
import { base, differences, imported, ok, removeSaved, save } from './import-openapi.test.support.js';

afterAll(removeSaved);

const content = (schema: object, type = 'application/json'): object => ({ [type]: { schema } });
const taking = (schema: object, type?: string): object => ({
  requestBody: { required: true, content: content(schema, type) },
  responses: ok,
});
const giving = (schema: object): object => ({
  responses: { 200: { description: 'ok', content: content(schema) } },
});
const notesOf = async (paths: object, components: object): Promise<readonly string[]> =>
  (await imported(paths, components)).notes.map(({ place, message }) => `${place}: ${message}`);

// N1
describe('a schema that several operations share', () => {
  const schema = { $ref: '#/components/schemas/Box' };
  const operations: [string, object][] = [
    ['describe', { post: { operationId: 'describe', ...taking(schema) } }],
    ['upload', { post: { operationId: 'upload', ...taking(schema, 'multipart/form-data') } }],
    ['read', { get: { operationId: 'read', ...giving(schema) } }],
  ];
  const file = (part: object): object => ({
    schemas: {
      Box: {
        type: 'object',
        required: ['inner'],
        properties: { inner: { $ref: '#/components/schemas/Inner' } },
      },
      Inner: { type: 'object', required: ['file'], properties: { file: part } },
    },
  });

  it.each([
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
  ])('is what each of them sends or gets, in every order (%i, %i, %i)', async (...order) => {
    const paths = Object.fromEntries(
      order
        .flatMap((one) => (operations[one] ? [operations[one]] : []))
        .map(([name, item]) => [`/${name}`, item]),
    );
    const client = await imported(paths, file({ type: 'string', format: 'binary' }));
    expect(client.notes).toEqual([]);
    expect(client.text).toMatch(/interface DescribeInput \{\n {2}inner: Inner(Input)?;/);
    expect(client.text).toMatch(/interface UploadInput \{\n {2}inner: InnerForm;/);
    expect(client.text).toMatch(/interface InnerForm \{\n {2}file: Uint8Array;/);
    expect(await differences(client)).toEqual([]);
    const encoded = await imported(paths, file({ type: 'string', contentEncoding: 'base64' }));
    expect(encoded.text).toMatch(/interface InnerInput \{\n {2}file: Uint8Array;/);
    expect(encoded.text).not.toContain('InnerForm');
    expect(encoded.text).toMatch(/interface Inner \{\n {2}(?:\/\*\* @format byte \*\/\n {2})?file: string/);
    expect(await differences(encoded)).toEqual([]);
  });

  it('is named after its file, without members that would change the object itself', async () => {
    save(
      'Pet.v1.yaml',
      '{ type: object, properties: { name: { type: string }, __proto__: { type: string } } }',
    );
    const paths = { '/pet': { get: { operationId: 'pet', ...giving({ $ref: 'Pet.v1.yaml' }) } } };
    const client = await importOpenApi(save('pets.json', { ...base, paths }));
    expect(client.text).toContain('export interface PetV1 {\n  name?: string;\n');
    expect(client.notes).toEqual([{ place: '__proto__', message: 'a member with this name is left out' }]);
  });
});

// N1
it('sends the credentials that the client knows, and names ways that the document does not declare', async () => {
  const securitySchemes = { token: { type: 'http', scheme: 'bearer' }, cert: { type: 'mutualTLS' } };
  const paths = {
    '/both': { get: { operationId: 'both', security: [{ token: [], cert: [] }], responses: ok } },
    '/wrong': { get: { operationId: 'wrong', security: [{ bearerAuth: [] }], responses: ok } },
  };
  const { text } = await imported(paths, { securitySchemes });
  expect(text).toMatch(/'\/both', \{[^}]*security: \[\['token'\]\]/);
  expect(await notesOf(paths, { securitySchemes })).toEqual([
    'components/securitySchemes/cert: this way to authorize is not supported; pass its headers with `headers`',
    'security: bearerAuth: the document does not declare this way to authorize',
  ]);
});

// N1
it('says that it leaves out callbacks, and the types that only a discriminator names', async () => {
  const Pet = {
    type: 'object',
    discriminator: { propertyName: 'kind' },
    properties: { kind: { type: 'string' } },
  };
  const add = {
    operationId: 'add',
    callbacks: { done: {} },
    ...taking({ $ref: '#/components/schemas/Pet' }),
  };
  expect(await notesOf({ '/pets': { post: add } }, { schemas: { Pet } })).toEqual([
    'POST /pets: the types that the discriminator of the body names are left out: only the members that all have',
    'POST /pets: its callbacks are left out',
  ]);
});
