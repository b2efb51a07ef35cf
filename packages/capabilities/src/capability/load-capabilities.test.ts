import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  it('reads those for git repositories', async () => {
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

  it('reads the .toml files of a folder by name, or the files it is given', async () => {
    await write('b.toml', toml('one'));
    await write('a.toml', toml('two'));
    await write('notes.md', 'not a capability');
    expect((await loadCapabilities(folder)).map(({ name }) => name)).toEqual(['two', 'one']);
    const file = join(folder, 'b.toml');
    expect(await loadCapabilities([file])).toEqual([
      { name: 'one', description: 'd', taskPrompt: 't', outputType: 'PlainText', file },
    ]);
  });

  it('refuses a name that is there twice, with both files', async () => {
    await write('a.toml', toml('same'));
    await write('b.toml', toml('same'));
    await expect(loadCapabilities(folder)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(/'same' is written twice: in .*a\.toml and in .*b\.toml/),
    });
  });

  it('lets a later source take the place of what an earlier one has', async () => {
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
});
