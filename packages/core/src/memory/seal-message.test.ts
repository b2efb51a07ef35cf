import { type AssistantMessage, sealMessage, sealOwn, type UserMessage } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';

const half = '\ud83d';

describe('a sealed message', () => {
  it('is an immutable copy, and is sealed only once', () => {
    const given = { role: 'user', content: [{ type: 'text', text: `a${half}` }] } satisfies UserMessage;
    const sealed = sealMessage<UserMessage>(given);
    expect(sealed).toEqual({ role: 'user', content: [{ type: 'text', text: 'a\ufffd' }] });
    expect(given.content[0]?.text).toBe(`a${half}`);
    expect([sealed, sealed.content, sealed.content[0]].every(Object.isFrozen)).toBe(true);
    expect(sealMessage(sealed)).toBe(sealed);
    expect(sealMessage({ ...sealed })).not.toBe(sealed);
  });

  it('keeps members with any name', () => {
    const data: object = JSON.parse('{"__proto__":{"a":1}}');
    const sealed = sealMessage({
      role: 'assistant',
      content: '',
      provider_data: { data },
    } as AssistantMessage);
    expect(JSON.stringify(sealed.provider_data)).toBe('{"data":{"__proto__":{"a":1}}}');
  });

  it('that the package has created itself is not copied', () => {
    const own: UserMessage = { role: 'user', content: `a${half}` };
    expect(sealOwn(own)).toBe(own);
    expect([own.content, Object.isFrozen(own), sealMessage(own)]).toEqual(['a\ufffd', true, own]);
  });

  it('leaves provider data unchanged', async () => {
    const providerData = { signed: { by: 'x' } };
    const llmClient = scriptedModel([]);
    const generate = async () =>
      ({ content: 'Hi.', toolCalls: [], finishReason: 'stop', providerData }) as const;
    const agent = new Agent({ llmClient: { ...llmClient, generate } });
    await agent.run('Hi');
    providerData.signed.by = 'y';
    expect(agent.memory.at(-1)).toMatchObject({ provider_data: { signed: { by: 'x' } } });
  });
});
