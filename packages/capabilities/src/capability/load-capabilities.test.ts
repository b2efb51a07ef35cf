import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitCapabilities } from '../git-capabilities.js';
import { loadCapabilities } from './load-capabilities.js';

const toml = (name: string) =>
  `name = "${name}"\ndescription = "d"\ntask_prompt = "t"\noutput_type = "PlainText"\n`;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolwright-capabilities-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(folder, name), text);

// E7
describe('loadCapabilities', () => {
  it('reads the built-in capabilities for git repositories', async () => {
    const found = await loadCapabilities(gitCapabilities);
    expect(found.map(({ name, outputType }) => [name, outputType])).toEqual([
      ['changelog', 'Changelog'],
      ['chat', 'PlainText'],
      ['commit', 'GeneratedMessage'],
      ['pr', 'PullRequest'],
      ['release_notes', 'ReleaseNotes'],
      ['review', 'Review'],
      ['semantic_blame', 'SemanticBlame'],
      ['verify', 'Critique'],
    ]);
    expect(found.every(({ taskPrompt, description }) => taskPrompt.length > 100 && description !== '')).toBe(
      true,
    );
  });

  it('reads the .toml files of a folder in order of their names, or the given files', async () => {
    await write('b.toml', toml('one'));
    await write('a.toml', toml('two'));
    await write('notes.md', 'not a capability');
    expect((await loadCapabilities(folder)).map(({ name }) => name)).toEqual(['two', 'one']);
    const file = join(folder, 'b.toml');
    expect(await loadCapabilities([file])).toEqual([
      { name: 'one', description: 'd', taskPrompt: 't', outputType: 'PlainText', file },
    ]);
  });

  it('refuses a name that two files use, naming both', async () => {
    await write('a.toml', toml('same'));
    await write('b.toml', toml('same'));
    await expect(loadCapabilities(folder)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(/'same' is defined twice: in .*a\.toml and in .*b\.toml/),
    });
  });

  it('lets a later source replace a capability of an earlier one', async () => {
    await write('mine.toml', toml('commit'));
    const found = await loadCapabilities([gitCapabilities, folder]);
    expect(found.filter(({ name }) => name === 'commit').map(({ taskPrompt }) => taskPrompt)).toEqual(['t']);
    expect(found).toHaveLength(8);
  });

  it('refuses a folder without capabilities, and one that does not exist', async () => {
    await expect(loadCapabilities(folder)).rejects.toThrow('There is no .toml file');
    const missing = loadCapabilities(join(folder, 'missing'));
    await expect(missing).rejects.toMatchObject({ code: 'INVALID_CONFIG', cause: { code: 'ENOENT' } });
  });

  // Reading a pipe would wait forever, and a device may never end.
  it.each<[string, (file: string) => Promise<unknown>, string]>([
    ['a named pipe', async (file) => execFileSync('mkfifo', [file]), 'x.toml is a named pipe, not a file.'],
    [
      'a link to a named pipe',
      async (file) => {
        execFileSync('mkfifo', [`${file}.pipe`]);
        await symlink(`${file}.pipe`, file);
      },
      'x.toml is a named pipe, not a file.',
    ],
    ['a folder', (file) => mkdir(file), 'x.toml is a folder, not a file.'],
    ['a socket', listenAt, 'x.toml is a socket, not a file.'],
    ['a device', (file) => symlink('/dev/zero', file), 'x.toml is a device, not a file.'],
    ['a link to nowhere', (file) => symlink('nowhere', file), 'ENOENT'],
    [
      'a huge file',
      async (file) => {
        await writeFile(file, '');
        await truncate(file, 2 ** 40);
      },
      'x.toml has 1099511627776 bytes, which is too large for a capability.',
    ],
  ])('refuses %s whose name ends in .toml, in a folder or given directly', async (_, make, message) => {
    await write('a.toml', toml('fine'));
    const file = join(folder, 'x.toml');
    await make(file);
    const refused = { code: 'INVALID_CONFIG', message: expect.stringContaining(message) };
    await expect(loadCapabilities(folder)).rejects.toMatchObject(refused);
    await expect(loadCapabilities(file)).rejects.toMatchObject(
      message.includes('folder') ? { message: `There is no .toml file in ${file}.` } : refused,
    );
  });
});

const servers: Server[] = [];
afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))));

function listenAt(file: string): Promise<void> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve) => server.listen(file, resolve));
}
