/** Sessions with servers of the protocol's own project. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, endAll } from './connected.test.support.js';

const require = createRequire(import.meta.url);
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'toolwright-mcp-')));

afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesystem = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const everything = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');

it('server-filesystem writes and reads, inside its folder only', async () => {
  const file = path.join(folder, 'note.txt');
  const { registry } = await connect({
    command: process.execPath,
    args: [filesystem, folder],
    prefix: 'fs_',
    allow: ['read_text_file', 'write_file', 'list_directory'],
    needsApproval: ({ readOnly }) => !readOnly,
  });
  expect(registry.listTools().map(({ name, annotations }) => [name, annotations.needsApproval])).toEqual([
    ['fs_read_text_file', undefined],
    ['fs_write_file', true],
    ['fs_list_directory', undefined],
  ]);
  await registry.call('fs_write_file', { path: file, content: 'Buy milk.' });
  expect(readFileSync(file, 'utf8')).toBe('Buy milk.');
  expect(await registry.call('fs_read_text_file', { path: file })).toEqual({ content: 'Buy milk.' });
  expect(await registry.call('fs_list_directory', { path: folder })).toEqual({ content: '[FILE] note.txt' });
  expect(await registry.execute('fs_read_text_file', { path: '/etc/passwd' })).toMatchObject({
    error: expect.stringContaining('Access denied'),
  });
  expect(await registry.execute('fs_read_text_file', { paht: file })).toMatchObject({
    error: expect.stringContaining("Invalid arguments for 'fs_read_text_file'"),
  });
});

it('server-everything calculates, reports progress, asks a model and obeys an abort', async () => {
  const { registry, connection } = await connect({
    command: process.execPath,
    args: [everything, 'stdio'],
    onCreateMessage: async ({ messages }) => ({
      role: 'assistant',
      model: 'scripted',
      content: { type: 'text', text: `${messages.length} message` },
    }),
  });
  expect(connection.tools.length).toBeGreaterThan(8);
  expect(await registry.call('echo', { message: 'hi' })).toBe('Echo: hi');
  expect(await registry.call('get-sum', { a: 2, b: 3 })).toContain('5');
  expect(await registry.call('get-structured-content', { location: 'New York' })).toMatchObject({
    temperature: expect.any(Number),
    conditions: expect.any(String),
  });
  const progress: unknown[] = [];
  await registry.call(
    'trigger-long-running-operation',
    { duration: 0.2, steps: 2 },
    { onProgress: (value) => progress.push(value) },
  );
  expect(progress).toEqual([
    expect.objectContaining({ progress: 1, total: 2 }),
    expect.objectContaining({ progress: 2 }),
  ]);
  const slow = registry.call(
    'trigger-long-running-operation',
    { duration: 60, steps: 2 },
    { signal: AbortSignal.timeout(100) },
  );
  await expect(slow).rejects.toMatchObject({ code: 'ABORTED' });
  expect(await registry.call('get-tiny-image')).toMatchObject([
    { type: 'text' },
    { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
    { type: 'text' },
  ]);
  expect(await registry.call('trigger-sampling-request', { prompt: 'Well?', maxTokens: 5 })).toContain(
    '1 message',
  );
  const { resources } = await connection.request('resources/list');
  expect(resources).toEqual(expect.arrayContaining([expect.objectContaining({ uri: expect.any(String) })]));
});
