import { loadCapabilities } from '../capability/load-capabilities.js';
import { CapabilityAgent } from '../capability-agent.js';
import { gitCapabilities, gitOutputs } from '../git-capabilities.js';
import { calls, models, modelsForTests } from '../model-server.test.support.js';
import type { TaskPart } from './run-task.js';

const start = modelsForTests();
const capabilities = await loadCapabilities(gitCapabilities);
const MESSAGE = { emoji: null, title: 'Add a parser', message: 'It reads TOML, line by line.' };

// E2
describe('streamTask', () => {
  it('yields pieces and the text so far, and the answer at the end', async () => {
    const text = `Here it is:\n\`\`\`json\n${JSON.stringify(MESSAGE)}\n\`\`\``;
    const server = await start({ main: [text] });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const stream = agent.streamTask('commit', 'Write it.');
    const parts: TaskPart[] = [];
    for await (const part of stream) parts.push(part);
    expect(parts.length).toBeGreaterThan(5);
    parts.forEach(({ aggregated }, index) => {
      expect(aggregated).toBe(
        parts
          .slice(0, index + 1)
          .map(({ chunk }) => chunk)
          .join(''),
      );
    });
    expect(parts.at(-1)?.aggregated).toBe(text);
    expect(await stream.response).toMatchObject({ type: 'GeneratedMessage', value: MESSAGE, turns: 1 });
    expect(server.requests[0]?.stream).toBe(true);
  });

  it('starts the text again with each reply, and counts the replies', async () => {
    const server = await start({
      main: [{ content: 'Let me look.', ...calls('workspaceNotes', {}) }, 'It parses.'],
    });
    const stream = new CapabilityAgent(models(server)).streamTask('chat', 'What does it do?');
    const last = new Map<number, string>();
    for await (const { turn, aggregated } of stream) last.set(turn, aggregated);
    expect([...last]).toEqual([
      [1, 'Let me look.'],
      [2, 'It parses.'],
    ]);
  });

  it('also streams the revision, which becomes the answer', async () => {
    const notes = (summary: string) =>
      JSON.stringify({ version: null, summary, highlights: [], changes: [], upgradeSteps: [] });
    const critique = { requiresRevision: true, issues: [], revisionPrompt: 'Better.', confidence: 1 };
    const server = await start({
      main: [notes('First.'), notes('Second.')],
      fast: [JSON.stringify(critique)],
    });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const stream = agent.streamTask('release_notes', 'For v2.');
    const last = new Map<number, string>();
    for await (const { turn, aggregated } of stream) last.set(turn, aggregated);
    expect([...last]).toEqual([
      [1, notes('First.')],
      [2, notes('Second.')],
    ]);
    expect(await stream.response).toMatchObject({ revised: true, value: { summary: 'Second.' } });
  });

  it('need not be read to get the answer', async () => {
    const server = await start({ main: ['It parses.'] });
    const { response } = new CapabilityAgent(models(server)).streamTask('chat', 'What does it do?');
    expect(await response).toMatchObject({ value: 'It parses.' });
  });

  it('rejects for its reader and in its response', async () => {
    const server = await start({ main: [{ error: { message: 'down' }, status: 400 }] });
    const stream = new CapabilityAgent(models(server)).streamTask('chat', 'Go.');
    const read = async () => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(stream.response).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('ends the task if its reader leaves', async () => {
    const server = await start({ main: ['A long answer in many pieces.', 'never'] });
    const events: string[] = [];
    const stream = new CapabilityAgent(models(server)).streamTask('chat', 'Go.', {
      onEvent: (event) => events.push(event.type === 'run-end' ? event.result.status : event.type),
    });
    for await (const _ of stream) break;
    expect(events).toContain('aborted');
    await expect(stream.response).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('allows one reader', async () => {
    const server = await start({ main: ['Text.'] });
    const stream = new CapabilityAgent(models(server)).streamTask('chat', 'Go.');
    for await (const _ of stream);
    expect(() => stream[Symbol.asyncIterator]()).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});
