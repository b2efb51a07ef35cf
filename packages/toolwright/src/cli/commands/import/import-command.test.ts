import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createScratch, removeScratch, runCli } from '../../cli.test.support.js';

afterAll(removeScratch);

const DOCUMENT = {
  openapi: '3.0.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'getPet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'odd' } }],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
};

const CONFIG = JSON.stringify({
  compilerOptions: { target: 'ES2023', module: 'NodeNext', strict: true, types: [] },
  include: ['src'],
});

// N1
describe('toolwright import openapi', () => {
  it('writes a client, names its losses, and checks that the document still gives it', async () => {
    const cwd = createScratch({ 'pets.json': JSON.stringify(DOCUMENT), 'tsconfig.json': CONFIG });
    const run = (...args: readonly string[]) => runCli(['import', 'openapi', 'pets.json', ...args], { cwd });
    expect(await run('--out', 'src/pets.ts')).toEqual({
      code: 0,
      stdout: 'Wrote src/pets.ts with 1 tool. Run: npx toolwright codegen\n',
      stderr: 'lost: GET /pets/{id}/properties/id: `format` "odd" is not a format that the registry checks\n',
    });
    const text = readFileSync(path.join(cwd, 'src/pets.ts'), 'utf8');
    expect(await run('--out', 'src/pets.ts', '--check')).toMatchObject({
      code: 0,
      stdout: 'src/pets.ts matches: 1 tool.\n',
    });
    writeFileSync(path.join(cwd, 'src/pets.ts'), text.replace('class PetsApi', 'class OtherApi'));
    const failed = await run('--out', 'src/pets.ts', '--check');
    expect([failed.code, failed.stderr.includes('src/pets.ts does not match the document')]).toEqual([
      1,
      true,
    ]);
    expect(await run()).toMatchObject({ code: 0, stdout: text });
  });

  it('keeps a file that it did not write, unless it may replace it', async () => {
    const own = 'export const mine = 1;\n';
    const cwd = createScratch({ 'pets.json': JSON.stringify(DOCUMENT), 'pets.ts': own });
    const run = (...args: readonly string[]) =>
      runCli(['import', 'openapi', 'pets.json', '--out', 'pets.ts', ...args], { cwd });
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('pets.ts was not written by this command.'),
    });
    expect(readFileSync(path.join(cwd, 'pets.ts'), 'utf8')).toBe(own);
    expect(await run('--force')).toMatchObject({ code: 0 });
    expect(await run()).toMatchObject({ code: 0 });
  });

  it('refuses a selection of nothing, and --check without a file', async () => {
    const cwd = createScratch({ 'pets.json': JSON.stringify(DOCUMENT) });
    const run = (...args: readonly string[]) => runCli(['import', 'openapi', 'pets.json', ...args], { cwd });
    expect(await run('--tag', 'none')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^note: none: no operation has this tag\. .*\n.*no operations that match/,
      ),
    });
    expect(await run('--check')).toMatchObject({ code: 2, stderr: expect.stringContaining('need --out') });
  });
});

const source = (name: string): string => fileURLToPath(new URL(`../../../../../${name}`, import.meta.url));

// N1
describe('toolwright import openapi --prove', () => {
  const schema = {
    type: 'object',
    required: ['name', 'undeclared'],
    properties: { name: { type: 'string', maxLength: 9 } },
  };
  const content = { 'application/json': { schema } };
  const config = {
    compilerOptions: {
      ...{ target: 'ES2023', module: 'NodeNext', strict: true, types: [], lib: ['ES2023', 'DOM'] },
      paths: {
        toolwright: [source('tools/src/index.ts')],
        '@toolwright/import/runtime': [source('import/src/runtime.ts')],
      },
    },
    include: ['src'],
  };

  it('says which tools have the schemas of the document, and fails for others', async () => {
    const document = (more: object) => ({
      ...{ openapi: '3.1.0', info: { title: 'Pets', version: '1' } },
      paths: {
        '/pets': {
          post: {
            operationId: 'addPet',
            requestBody: { required: true, content },
            responses: { 200: { description: 'ok', content } },
          },
          get: {
            operationId: 'listPets',
            parameters: [{ name: 'filter', in: 'query', schema: { type: 'object', ...more } }],
            responses: {},
          },
        },
      },
    });
    const files = {
      'same.json': JSON.stringify(document({})),
      'other.json': JSON.stringify(document({ maxProperties: 2 })),
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify(config),
    };
    const cwd = createScratch(files);
    const run = (name: string) =>
      runCli(['import', 'openapi', name, '--out', 'src/pets.ts', '--prove'], { cwd });
    expect(await run('same.json')).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringContaining('Tools with exactly the schemas of the document: 2 of 2.\n'),
    });
    const failed = await run('other.json');
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Tools with exactly the schemas of the document: 1 of 2.\n'),
    });
    expect(failed.stderr).toContain(
      'differs: GET /pets /parameters/properties/filter/maxProperties: `maxProperties` is new: 2',
    );
  });
});

/** A server over standard input and output whose tools are in a file. */
const SERVER = `
  import { readFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'initialize') {
      send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'file server', version: '1' } } });
    } else if (method === 'tools/list') send({ id, result: { tools: JSON.parse(readFileSync('tools.json', 'utf8')) } });
    else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
  });
`;

// N2
describe('toolwright import mcp', () => {
  it('writes a client and a lock, and says what the server has changed', async () => {
    const tool = { name: 'read', description: 'Reads.', inputSchema: { type: 'object', properties: {} } };
    const cwd = createScratch({ 'server.mjs': SERVER, 'tools.json': JSON.stringify([tool]) });
    const run = (...args: readonly string[]) =>
      runCli(['import', 'mcp', '--out', 'files.ts', ...args, '--', process.execPath, 'server.mjs'], { cwd });
    expect(await run()).toEqual({
      code: 0,
      stdout: 'Wrote files.ts with 1 tool, and files.lock.json.\n',
      stderr: '',
    });
    expect(readFileSync(path.join(cwd, 'files.ts'), 'utf8')).toContain('export class FileServerClient {');
    expect(JSON.parse(readFileSync(path.join(cwd, 'files.lock.json'), 'utf8'))).toMatchObject({
      tools: [{ name: 'read' }],
    });
    expect(await run('--check')).toMatchObject({ code: 0, stdout: 'files.ts matches: 1 tool.\n' });
    expect(await run()).toMatchObject({ code: 0 });
    const lock = readFileSync(path.join(cwd, 'files.lock.json'), 'utf8');
    writeFileSync(path.join(cwd, 'files.lock.json'), '{}');
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('files.lock.json was not written by this command.'),
    });
    writeFileSync(path.join(cwd, 'files.lock.json'), lock);
    writeFileSync(path.join(cwd, 'tools.json'), JSON.stringify([{ ...tool, description: 'Sends.' }]));
    expect(await run('--check')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('read has changed: /description was "Reads." and is "Sends.".'),
    });
  });
});
