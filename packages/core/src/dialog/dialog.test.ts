import { describeUnknown, type Message } from '@toolwright/contract';
import { Prompt, PromptRegistry } from '@toolwright/prompts';
import { Dialog } from './dialog.js';

const system = new Prompt({ name: 'system', template: 'You count {things}.' });
const task = new Prompt({
  name: 'task',
  template: ({ city }: { city: string }) => `How many in ${city}?`,
  parser: (text) => Number(text),
});
const call: Message = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":"x"}' } }],
};
const result: Message = { role: 'tool', tool_call_id: 'a', content: 'seen\nx' };

// C3
describe('a dialog', () => {
  it('starts with a prompt and its variables, and continues with the messages sent', () => {
    const dialog = new Dialog(system, { things: 'cats' });
    expect(dialog.topPrompt).toBe(system);
    dialog.sendMessage('Ready?');
    expect(dialog.topPrompt).toBe(system);
    dialog.sendMessage(task, { city: 'Oslo' });
    expect(dialog.topPrompt).toBe(task);
    expect(dialog.messages).toEqual([
      { role: 'developer', content: 'You count cats.' },
      { role: 'user', content: 'Ready?' },
      { role: 'user', content: 'How many in Oslo?' },
    ]);
  });

  it('may begin with a text or with nothing, and accepts images', () => {
    expect(new Dialog('Be brief.').messages).toEqual([{ role: 'system', content: 'Be brief.' }]);
    const images = ['https://example.com/a.png'];
    const dialog = new Dialog()
      .sendMessage('Look', { images })
      .sendMessage(task, { city: 'Oslo' }, { images });
    expect(dialog.messages).toEqual([
      {
        role: 'user',
        content: [{ type: 'text', text: 'Look' }, expect.objectContaining({ type: 'image_url' })],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'How many in Oslo?' },
          expect.objectContaining({ type: 'image_url' }),
        ],
      },
    ]);
    expect(dialog.overview()).toContain('Look [image ');
    expect(dialog.sendMessage([{ type: 'text', text: 'Hm' }]).messages).toHaveLength(3);
  });

  it('reports missing variables and stays unchanged', () => {
    expect(() => new Dialog(system)).toThrow(expect.objectContaining({ code: 'MISSING_VARIABLE' }));
    const dialog = new Dialog();
    expect(() => dialog.sendMessage(system)).toThrow(expect.objectContaining({ code: 'MISSING_VARIABLE' }));
    expect(() => dialog.sendMessage('')).toThrow(expect.objectContaining({ code: 'INVALID_MESSAGE' }));
    expect([dialog.messages, dialog.topPrompt]).toEqual([[], undefined]);
  });

  it('forks: messages of one side do not appear on the other until they are committed', () => {
    const dialog = new Dialog().sendMessage('One');
    const fork = dialog.fork().sendMessage(task, { city: 'Oslo' });
    dialog.sendMessage('Two');
    expect(fork.messages.map(({ content }) => content)).toEqual(['One', 'How many in Oslo?']);
    const joined = dialog.commit(fork);
    expect(joined).toBe(dialog);
    expect(dialog.messages.map(({ content }) => content)).toEqual(['One', 'Two', 'How many in Oslo?']);
    expect(joined.topPrompt).toBe(task);
    fork.sendMessage('Three');
    expect(dialog.commit(fork).messages).toHaveLength(4);
    expect(() => fork.commit(dialog)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  it('has an overview for people', () => {
    const dialog = new Dialog('Be brief.').sendMessage(task, { city: 'Oslo' });
    dialog.append([call, result, { role: 'assistant', content: 'x'.repeat(99) }]);
    expect(dialog.overview({ maxLength: 20 })).toBe(
      [
        "5 messages, top prompt 'task'",
        '  0 system     Be brief.',
        '  1 user       How many in Oslo?',
        '  2 assistant  look({"at":"x"})',
        '  3 tool       seen x',
        `  4 assistant  ${'x'.repeat(19)}…`,
      ].join('\n'),
    );
    expect(new Dialog().sendMessage('Hi').overview()).toBe('1 message\n  0 user       Hi');
  });

  it('accepts messages unchanged if calls and results match', () => {
    const dialog = new Dialog().sendMessage('Hi');
    expect(() => dialog.append([call])).toThrow("has the call 'a' without a result");
    expect(() => dialog.append([result])).toThrow("'messages[1]' is a result without a preceding call");
    expect(() => dialog.append([call, { role: 'user', content: 'x' }])).toThrow(
      "'messages[1]' has the call 'a' without a result",
    );
    expect(() => dialog.append([{ role: 'system', content: 'x' }])).toThrow(
      'only the first message can have',
    );
    expect(dialog.append([call, result]).messages).toHaveLength(3);
  });
});

// C3
describe('a dialog as JSON', () => {
  const dialog = new Dialog(system, { things: 'cats' })
    .sendMessage(task, { city: 'Oslo' })
    .append([call, result]);

  it('is the same after a round trip', () => {
    const prompts = new PromptRegistry().addPrompt('task', task);
    const json = JSON.stringify(dialog);
    const read = Dialog.fromJSON(JSON.parse(json), prompts);
    expect(read.messages).toEqual(dialog.messages);
    expect(read.topPrompt?.parser).toBe(task.parser);
    expect(JSON.stringify(read)).toBe(json);
    expect(JSON.parse(json)).toMatchObject({ version: 1, topPrompt: 'task' });
    expect(Dialog.fromJSON(new Dialog().toJSON()).messages).toEqual([]);
  });

  it('is read from the scope that its prompt was taken from', () => {
    const prompts = new PromptRegistry().addPrompt('root/q', task);
    const scope = prompts.scope('root');
    const state = new Dialog().sendMessage(scope.get('q'), { city: 'Oslo' }).toJSON();
    expect(state.topPrompt).toBe('root/q');
    for (const registry of [scope, prompts]) {
      expect(Dialog.fromJSON(state, registry).topPrompt?.name).toBe('root/q');
    }
  });

  it('is a copy', () => {
    const { messages } = dialog.toJSON();
    const before = messages.length;
    dialog.fork().sendMessage('x');
    dialog.sendMessage('y');
    expect(messages).toHaveLength(before);
  });

  it.each([
    [null, 'it is not an object'],
    [{ version: 2, messages: [] }, 'its version is 2, but this package supports 1'],
    [{ version: 1 }, "'messages' is not a list"],
    [{ version: 1, messages: [{ role: 'user' }] }, "'messages[0]' is not a message"],
    [{ version: 1, messages: [call] }, "has the call 'a' without a result"],
    [{ version: 1, messages: [], topPrompt: 5 }, "'topPrompt' is not a name"],
  ])('is refused if it is malformed: %j', (state, message) => {
    expect(() => Dialog.fromJSON(state)).toThrow(
      expect.objectContaining({ code: 'INVALID_MESSAGE', message: expect.stringContaining(message) }),
    );
  });

  it('needs the prompts of the dialog to be read', () => {
    const state = dialog.toJSON();
    expect(() => Dialog.fromJSON(state)).toThrow("The dialog needs a registry with its top prompt 'task'.");
    const prompts = new PromptRegistry().addPrompt('other', 'x');
    expect(() => Dialog.fromJSON(state, prompts)).toThrow(
      describeUnknown('Prompt', 'task', ['other']).message,
    );
  });
});
