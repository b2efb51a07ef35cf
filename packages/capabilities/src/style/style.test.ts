import fc from 'fast-check';
import { loadCapabilities } from '../capability/load-capabilities.js';
import { CapabilityAgent } from '../capability-agent.js';
import { gitCapabilities, gitOutputs } from '../git-capabilities.js';
import { models, modelsForTests, systemText } from '../model-server.test.support.js';
import { shortenTitle } from './keep-style.js';
import { MAX_TITLE, resolveStyle } from './resolve-style.js';
import { type StyleChoice, stylePresets } from './style-preset.js';

const start = modelsForTests();
const capabilities = await loadCapabilities(gitCapabilities);

async function commit(message: object, style?: string | StyleChoice) {
  const server = await start({ main: [JSON.stringify({ emoji: null, message: '', ...message })] });
  const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
  const response = await agent.executeTask('commit', 'Write it.', { style });
  return { response, prompt: systemText(server.requests[0]) };
}

// E11
describe('a style', () => {
  it.each(Object.entries(stylePresets))('%s reaches the model', async (name, { instructions }) => {
    const { prompt } = await commit({ title: 'Add it' }, name);
    expect(prompt).toContain(instructions);
  });

  it('can have instructions, and presets can be added', async () => {
    const { prompt } = await commit({ title: 'Add it' }, { preset: 'concise', instructions: 'In Latin.' });
    expect(prompt).toContain('In Latin.');
    const server = await start({ main: ['Arr.'] });
    const styles = { pirate: { description: 'd', instructions: 'Talk like a pirate.' } };
    const agent = new CapabilityAgent({ ...models(server), styles, style: 'pirate' });
    await agent.executeTask('chat', 'Hello.');
    expect(systemText(server.requests[0])).toContain('Talk like a pirate.');
  });

  it('that does not exist is refused with the available ones', async () => {
    await expect(commit({ title: 'x' }, 'baroque')).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      hint: expect.stringMatching(/default, conventional, .*gitmoji/),
    });
  });
});

// E11
describe('gitmoji', () => {
  it('is for commits that ask for it', async () => {
    const { response, prompt } = await commit({ emoji: '✨', title: 'Add it' }, { gitmoji: true });
    expect(prompt).toContain('Choose the gitmoji');
    expect(response).toMatchObject({ value: { emoji: '✨', title: 'Add it' }, warnings: [] });
  });

  it('is never combined with conventional', async () => {
    const { response, prompt } = await commit(
      { emoji: '✨', title: '✨ feat: add it' },
      { preset: 'conventional', gitmoji: true },
    );
    expect(prompt).not.toContain('Choose the gitmoji');
    expect(response).toMatchObject({ value: { emoji: null, title: 'feat: add it' } });
    expect(response.warnings).toEqual([
      "No gitmoji: it cannot be combined with the style 'conventional'.",
      'The emoji was removed from the title: the style does not use emoji.',
      'The emoji was removed: the style does not use emoji.',
    ]);
  });

  it.each(Object.keys(stylePresets))('is for commits only: %s', (preset) => {
    for (const capability of ['pr', 'review', 'changelog', 'chat']) {
      expect(resolveStyle({ preset, gitmoji: true }, capability)).toMatchObject({
        gitmoji: false,
        warnings: [expect.stringMatching(/^No gitmoji/)],
      });
    }
  });

  it('that a model adds without a request is removed', async () => {
    const titles = ['🎉 Add it', ':tada: Add it', '👨‍💻 Add it', '🇩🇪 Add it', '♻️ Add it'];
    for (const title of titles) {
      expect((await commit({ title })).response.value).toMatchObject({ title: 'Add it' });
    }
    for (const title of ['#12: Add it', '2 more tests', '*args are passed on']) {
      expect((await commit({ title })).response.value).toMatchObject({ title });
    }
  });
});

// E11
describe('titles', () => {
  const words =
    'Add a parser for capability files that knows the lines of wrong keys and says which are right';

  it('have at most 72 characters, whatever the model writes', async () => {
    const { response } = await commit({ title: words });
    expect(response.value).toMatchObject({
      title: 'Add a parser for capability files that knows the lines of wrong keys…',
      message: words,
    });
    expect(response.warnings).toEqual([
      'The title was shortened to 72 characters: the message begins with all of it.',
    ]);
  });

  it('has one line without the backticks of Markdown; other lines go to the message', async () => {
    const { response } = await commit({ title: '`Fix the login`\nline two', message: 'Why.' });
    expect(response.value).toMatchObject({ title: 'Fix the login', message: 'line two\n\nWhy.' });
    expect(response.warnings).toEqual([
      'The title had several lines: all but the first are now in the message.',
    ]);
  });

  it('leave room for their emoji', async () => {
    const { response } = await commit({ emoji: '✨', title: words }, 'gitmoji');
    if (response.type !== 'GeneratedMessage') throw new Error(response.type);
    expect(`${response.value.emoji} ${response.value.title}`.length).toBeLessThanOrEqual(MAX_TITLE);
  });

  it('are one well-formed line within the limit, unchanged if they fit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150, size: 'max' }), (title) => {
        const short = shortenTitle(title, MAX_TITLE);
        expect(short.length).toBeLessThanOrEqual(MAX_TITLE);
        expect(short).not.toMatch(/[\r\n]/);
        expect(short).not.toMatch(/[\uD800-\uDBFF]$/);
        const line = title.trim().split(/\r?\n/, 1)[0]?.trim() ?? '';
        if (line.length <= MAX_TITLE && !line.includes('\r')) expect(short).toBe(line);
      }),
    );
  });

  it('of other answers stay unchanged', async () => {
    const title = words;
    const server = await start({
      main: [
        JSON.stringify({
          version: null,
          summary: 's',
          highlights: [{ title, body: 'b' }],
          changes: [],
          upgradeSteps: [],
        }),
      ],
    });
    const agent = new CapabilityAgent({
      ...models(server),
      capabilities,
      outputs: gitOutputs,
      critic: false,
    });
    const response = await agent.executeTask('release_notes', 'Write it.');
    expect(response.value).toMatchObject({ highlights: [{ title }] });
  });
});
