import { describeUnknown } from '@toolwright/contract';
import { createPrompts } from '../tools.test.fixture.js';
import { closeSessions, session } from './session.test.support.js';

afterEach(closeSessions);

describe('prompts', () => {
  it('are listed with their variables, and rendered', async () => {
    const { client } = await session({
      prompts: createPrompts(),
      promptDetails: {
        review: {
          description: 'Reviews code.',
          arguments: [{ name: 'code', required: true }, { name: 'tone' }],
        },
      },
    });
    expect((await client.listPrompts()).prompts).toEqual([
      {
        name: 'greet',
        arguments: [
          { name: 'name', required: true },
          { name: 'language', required: true },
        ],
      },
      { name: 'plain' },
      {
        name: 'review',
        description: 'Reviews code.',
        arguments: [{ name: 'code', required: true }, { name: 'tone' }],
      },
    ]);
    const rendered = await client.getPrompt({ name: 'review', arguments: { code: 'x = 1' } });
    expect(rendered).toEqual({
      description: 'Reviews code.',
      messages: [{ role: 'user', content: { type: 'text', text: 'Review x = 1, kind.' } }],
    });
  });

  it('name the missing prompt or variable', async () => {
    const { client } = await session({ prompts: createPrompts() });
    await expect(client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } })).rejects.toThrow(
      "needs the variable 'language'",
    );
    await expect(client.getPrompt({ name: 'gret' })).rejects.toThrow(
      describeUnknown('Prompt', 'gret', ['greet', 'plain', 'review']).message,
    );
    const { client: without } = await session();
    await expect(without.getPrompt({ name: 'greet' })).rejects.toThrow();
  });

  it('may have several messages', async () => {
    const { client } = await session({
      prompts: createPrompts(),
      promptMessages: (prompt, { name = '' }) =>
        prompt === 'greet'
          ? [{ role: 'assistant', content: { type: 'text', text: `Hello ${name}` } }]
          : undefined,
    });
    expect(await client.getPrompt({ name: 'greet', arguments: { name: 'Ada', language: 'en' } })).toEqual({
      messages: [{ role: 'assistant', content: { type: 'text', text: 'Hello Ada' } }],
    });
    expect(await client.getPrompt({ name: 'plain' })).toMatchObject({ messages: [{ role: 'user' }] });
  });
});
