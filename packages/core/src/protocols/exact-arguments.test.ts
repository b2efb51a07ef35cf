import { type ScriptReply, scriptedModel } from '@toolwright/llm/testing';
import { ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import { wordings } from './wording.test.support.js';

/** 2^53 + 1: the first integer that a JavaScript number cannot hold. */
const LARGE = '9007199254740993';

function registry(): { readonly toolRegistry: ToolRegistry; readonly seen: unknown[] } {
  const seen: unknown[] = [];
  const toolRegistry = new ToolRegistry().register({
    name: 'pay',
    description: 'Pays.',
    parameters: {
      type: 'object',
      properties: {
        account: { type: 'string', pattern: '^(?:0|-?[1-9]\\d*)$' },
        cents: { type: 'number' },
        to: { type: 'string' },
      },
      additionalProperties: false,
    },
    execute: (args: unknown) => {
      seen.push(args);
      return 'done';
    },
  });
  return { toolRegistry, seen };
}

// B3, C9
describe.each(wordings)('an integer beyond 2^53 in the protocol $protocol', ({ protocol, calls, answer }) => {
  async function pay(
    name: string,
    number = LARGE,
  ): Promise<{ readonly seen: readonly unknown[]; readonly told: string }> {
    const json = `{"${name}":${number}}`;
    const { text = '' } = calls({ name: 'pay', arguments: { [name]: 7 } });
    const reply: ScriptReply =
      protocol === 'native'
        ? { toolCalls: [{ name: 'pay', arguments: json }] }
        : { text: text.replace(`{"${name}":7}`, json) };
    const llmClient = scriptedModel([reply, answer('Over.')]);
    const { toolRegistry, seen } = registry();
    await new Agent({ llmClient, toolRegistry, protocol }).run('go');
    return { seen, told: String(llmClient.requests[1]?.messages.at(-1)?.content) };
  }

  it('arrives with all digits in a bigint parameter', async () => {
    expect((await pay('account')).seen).toEqual([{ account: LARGE }]);
  });

  it('with an exponent arrives as digits in a bigint parameter', async () => {
    expect((await pay('account', '1e21')).seen).toEqual([{ account: `1${'0'.repeat(21)}` }]);
    expect((await pay('cents', '1e21')).seen).toEqual([{ cents: 1e21 }]);
  });

  it('is refused for a number parameter, and the model is told why', async () => {
    const { seen, told } = await pay('cents');
    expect(seen).toEqual([]);
    expect(told).toContain(
      `cents must be a number with at most 15 digits; got ${LARGE}, which would lose digits.`,
    );
  });

  it('arrives with all digits in a string parameter', async () => {
    expect((await pay('to')).seen).toEqual([{ to: LARGE }]);
  });
});
