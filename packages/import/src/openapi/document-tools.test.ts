import { documentTools } from './document-tools.js';
import { importOpenApi } from './import-openapi.js';
import { differences, imported, proofOf, removeSaved, save } from './import-openapi.test.support.js';

afterAll(removeSaved);

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      put: {
        operationId: 'putPet',
        parameters: [{ name: 'X-Trace', in: 'header', schema: { type: 'string', nullable: true } }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          204: { description: 'none' },
        },
      },
    },
  },
  components: {
    schemas: {
      Name: { type: 'string', maxLength: 9 },
      Pet: {
        required: ['no', 'name'],
        properties: {
          no: { type: 'integer', format: 'int64', readOnly: true },
          name: { $ref: '#/components/schemas/Name' },
          at: { type: 'integer', format: 'unixtime' },
          age: { type: 'number', minimum: 0, exclusiveMinimum: true },
          friend: { allOf: [{ $ref: '#/components/schemas/Pet' }], nullable: true },
          toy: {
            oneOf: [{ $ref: '#/components/schemas/Ball' }, { $ref: '#/components/schemas/Bone' }],
            discriminator: { propertyName: 'kind', mapping: { ball: '#/components/schemas/Ball' } },
          },
        },
      },
      Ball: { type: 'object', required: ['kind', 'extra'], properties: { kind: { type: 'string' } } },
      Bone: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
    },
  },
};

/** What a reader may get wrong, as texts to replace in the document, and where that is seen. */
const MISTAKES: readonly (readonly [text: string, other: string, path: string])[] = [
  ['"minimum":1', '"minimum":2', '/parameters/properties/id/minimum'],
  ['"in":"header"', '"in":"query"', '/parameters/properties/X-Trace'],
  ['"string","nullable":true', '"string"', '/parameters/properties/xTrace/type'],
  ['"maxLength":9', '"maxLength":8', '/output/anyOf/0/properties/name/maxLength'],
  ['["no","name"]', '["no"]', '/output/anyOf/0/properties/name'],
  [',"readOnly":true', '', '/parameters/properties/friend/anyOf/0/properties/no'],
  ['"exclusiveMinimum":true', '"exclusiveMinimum":false', '/output/anyOf/0/properties/age'],
  ['}],"nullable":true', '}]', '/output/anyOf/0/properties/friend'],
  ['{"ball"', '{"round"', '/output/anyOf/0/properties/toy/anyOf'],
  [',"204"', ',"404"', '/output'],
  ['"requestBody":{"required":true', '"requestBody":{"required":false', '/parameters/properties/age'],
];

// N1
describe('the comparison of a client with its document', () => {
  it('finds nothing in a client that is right, also where a member is only required', async () => {
    expect(await differences(await imported(DOCUMENT.paths, DOCUMENT.components))).toEqual([]);
    const options = { closed: true };
    expect(await differences(await imported(DOCUMENT.paths, DOCUMENT.components, options))).toEqual([]);
  });

  it('takes what is promised from the document, whatever was read of it', async () => {
    const client = await imported(DOCUMENT.paths, DOCUMENT.components);
    const promised = [];
    for (const [text, other] of MISTAKES) {
      const changed = JSON.stringify(DOCUMENT).replace(text, other);
      const { paths, components } = JSON.parse(changed);
      const { documents } = await imported(paths, components);
      for (const tool of documentTools({ ...client, documents })) promised.push({ ...tool, place: text });
    }
    const proof = await proofOf(client, promised);
    const seen = MISTAKES.map(([text]) => [
      text,
      proof.differences
        .filter(({ place, isOfValues }) => place === text && isOfValues)
        .map(({ path }) => path)
        .sort()[0],
    ]);
    expect(seen).toEqual(MISTAKES.map(([text, , path]) => [text, path]));
  });

  it('ends for a document that holds itself', async () => {
    const schema = '&a { type: object, properties: { b: &b { anyOf: [*a, *b, *a] }, c: *a } }';
    const operation = `{ operationId: a, requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} }`;
    const text = `openapi: 3.1.0\ninfo: { title: T }\npaths: { /a: { post: ${operation} } }\n`;
    const client = await importOpenApi(save('self.yaml', text));
    expect(client.notes.map(({ place }) => place)).toContain(
      'a part that holds itself, or is nested too deeply',
    );
    expect(documentTools(client)).toMatchObject([
      { parameters: { properties: { b: { anyOf: [{}, {}, {}] } } } },
    ]);
  });
});
