import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { textOf, tools } from './conversation.test.support.js';

describe('the choice of a protocol', () => {
  it.each([
    [undefined, {}, 'native'],
    [undefined, { tools: true }, 'native'],
    [undefined, { tools: false }, 'xml'],
    ['reasoning-json', { tools: true }, 'reasoning-json'],
    ['native', { tools: false }, 'native'],
  ] as const)('is %s for a model with %j: %s', async (protocol, capabilities, expected) => {
    const llmClient = scriptedModel(['ok'], { capabilities });
    await new Agent({ llmClient, toolRegistry: tools(), protocol }).run('go');
    const [request] = llmClient.requests;
    const prompt = textOf(request?.messages);
    expect(request?.tools.length === 0).toBe(expected !== 'native');
    expect(prompt.includes('<tool_call>')).toBe(expected === 'xml');
    expect(prompt.includes('tool_input')).toBe(expected === 'reasoning-json');
  });

  it('refuses an unknown protocol', () => {
    const llmClient = scriptedModel([]);
    // Configurations from plain JavaScript can be anything.
    const wrong = (protocol: unknown) => () => new Agent({ llmClient, protocol: protocol as 'xml' });
    expect(wrong('yaml')).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        hint: 'Choose one of: native, reasoning-json, xml.',
      }),
    );
    expect(wrong('toString')).toThrow("'protocol' is 'toString'.");
    expect(wrong({ name: 'mine', parse: () => {} })).toThrow("'protocol' lacks prepare, formatResult.");
  });
});
