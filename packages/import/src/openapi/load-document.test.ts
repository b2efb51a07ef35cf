import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { importOpenApi } from './import-openapi.js';
import { base, folder, ok, removeSaved, save } from './import-openapi.test.support.js';

afterAll(removeSaved);

const paths = { '/a': { get: { operationId: 'a', responses: ok } } };
const refused = async (address: string): Promise<string> =>
  importOpenApi(address).then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? error.message.replaceAll(address, 'X') : String(error)),
  );

// N1
describe('documents', () => {
  it('refuses what is no document, and says why', async () => {
    const bytes = (text: string, encoding: BufferEncoding): string => {
      save('bytes.yaml', Buffer.from(text, encoding));
      return pathToFileURL(path.join(folder, 'bytes.yaml')).href;
    };
    expect(await refused(bytes('\ufeffopenapi: 3.1.0', 'utf16le'))).toContain(
      'it is UTF-16; save it as UTF-8',
    );
    expect(await refused(bytes('openapi: 3.1.0 # \u00e4', 'latin1'))).toContain('it is not UTF-8');
    expect(await refused(save('x.json', '[]'))).toBe(
      'X is no OpenAPI document. Supported: OpenAPI 3.0 and 3.1.',
    );
    expect(await refused(save('x.json', '{"openapi":"3.2.0"}'))).toContain('X is version "3.2.0".');
    expect(await refused(save('x.yaml', 'openapi: 3.1\npaths: {}\n'))).toBe('read');
    expect(await refused(save('x.yaml', '- '.repeat(20_000)))).toContain('nesting exceeded');
    expect(await refused(save('x.json', '['.repeat(20_000)))).toContain('it is nested too deeply');
    expect(await refused('file:///dev/zero')).toContain('it is not a file');
    execFileSync('mkfifo', [path.join(folder, 'fifo')]);
    expect(await refused(pathToFileURL(path.join(folder, 'fifo')).href)).toContain('it is not a file');
  });

  it('stops at documents that repeat themselves without end', async () => {
    const levels = [...Array(9).keys()].map((level) => {
      const members = [...Array(9).keys()].map((each) => `p${each}: *a${level}`).join(', ');
      return `y${level}: &a${level + 1} {type: object, properties: {${members}}}`;
    });
    const content = 'content: { application/json: { schema: *a9 } }';
    const operation = `{ get: { responses: { "200": { description: ok, ${content} } } } }`;
    const text = `openapi: 3.1.0\ninfo: {title: T}\nx: &a0 {type: string}\n${levels.join('\n')}\npaths: { /a: ${operation} }\n`;
    expect(await refused(save('bomb.yaml', text))).toContain(
      'repeats parts of itself more than 1000000 times',
    );
  });

  it('reads merge keys of YAML', async () => {
    const text = `openapi: 3.1.0
x: &base { type: object, properties: { a: { type: string } } }
paths: { /a: { post: { operationId: a, requestBody: { content: { application/json: { schema: { <<: *base, title: T } } } } } } }
`;
    expect((await importOpenApi(save('merge.yaml', text))).text).toContain('a?: string;');
  });

  it('names numbers that JavaScript rounds, at their places', async () => {
    const json = `{"openapi":"3.1.0","info":{"title":"T"},"paths":{},"x":{"a~/b":[1,{"maximum":9007199254740993}]}}`;
    const yaml = `openapi: 3.1.0\ninfo: { title: T }\npaths: {}\nx: { "a~/b": [1, { maximum: 9007199254740993 }, "9007199254740993", 12345678.123456789] }\n`;
    for (const [name, text] of Object.entries({ 'large.json': json, 'large.yaml': yaml })) {
      const { notes } = await importOpenApi(save(name, text));
      expect(notes.map(({ message }) => message)).toEqual([
        'the number 9007199254740993 at #/x/a~0~1b/1/maximum is read as 9007199254740992',
      ]);
    }
  });

  it('names members that are there twice', async () => {
    const text = JSON.stringify({ ...base, paths }).replace('"info"', '"openapi":"3.1.0","info"');
    const { notes } = await importOpenApi(save('twice.json', text));
    expect(notes.map(({ message }) => message)).toEqual([
      'the member openapi is there twice, and the last one is read',
    ]);
  });

  it('reads only files of the folder of the document, unless more is allowed', async () => {
    save('secret.yaml', 'token: { type: string }\n');
    save('api/parts/pet.yaml', 'Pet: { type: object, properties: { name: { type: string } } }\n');
    const content = (ref: string): object => ({
      200: { description: 'ok', content: { 'application/json': { schema: { $ref: ref } } } },
    });
    const address = save('api/root.json', {
      ...base,
      paths: {
        '/a': { get: { operationId: 'a', responses: content('parts/pet.yaml#/Pet') } },
        '/b': { get: { operationId: 'b', responses: content('../secret.yaml#/token') } },
      },
    });
    const { text, notes, documents } = await importOpenApi(address);
    expect(text).toContain('export interface Pet');
    expect(notes[0]?.message).toContain('it is outside of the folder of the document');
    const names = (all: readonly string[]): string[] => all.map((one) => path.basename(one)).sort();
    expect(names(documents.addresses)).toEqual(['pet.yaml', 'root.json']);
    const open = await importOpenApi(address, { allowOutside: true });
    expect([open.notes, names(open.documents.addresses)]).toEqual([
      [],
      ['pet.yaml', 'root.json', 'secret.yaml'],
    ]);
  });
});
