import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { block, decision } from './wording.test.support.js';

const broken = '{"thought": "", "action": "tool", "tool_name": "echo", "tool_input": {"a": oops}}';

async function secondRequest(
  protocol: 'xml' | 'reasoning-json',
  text: string,
): Promise<{ readonly sent: string; readonly executed: number }> {
  const llmClient = scriptedModel([text, 'Sorry.']);
  const toolRegistry = stubTools({ echo: ({ text }) => text });
  await new Agent({ llmClient, toolRegistry, protocol }).run('go');
  return {
    sent: JSON.stringify(llmClient.requests[1]?.messages),
    executed: toolRegistry.executed.length,
  };
}

// B3, D2
describe('a reply with many broken calls', () => {
  it.each([
    ['xml', '<tool_call>{'],
    ['xml', '<tool_call>{}</tool_call>\n'],
    ['xml', '<tool_call>{"name":"echo","parameters":{"a":}}</tool_call>\n'],
    ['xml', block('unknown', {})],
    ['reasoning-json', `${broken}\n`],
    ['reasoning-json', decision({ thought: '', tool_name: 'unknown', tool_input: {} })],
  ] as const)('causes a few errors and a count of the others: %s, %s', async (protocol, piece) => {
    const few = await secondRequest(protocol, piece.repeat(3));
    for (const count of [20, 2_000]) {
      const { sent, executed } = await secondRequest(protocol, piece.repeat(count));
      expect(sent).toContain(`${count - 3} more calls in this reply could not be executed either.`);
      // At most 2,000 characters of a call are sent back.
      expect(sent.length).toBeLessThan(few.sent.length + 3 * 2_100);
      expect(executed).toBe(0);
    }
  });

  it.each([
    ['xml', block('echo', { text: 'a' }), '<tool_call>{}</tool_call>'],
    ['reasoning-json', decision({ tool_name: 'echo', tool_input: { text: 'a' } }), broken],
  ] as const)('still executes its other calls: %s', async (protocol, good, bad) => {
    const { sent, executed } = await secondRequest(protocol, [bad, bad, bad, bad, good].join('\n'));
    expect(executed).toBe(1);
    expect(sent).toContain('1 more call in this reply could not be executed either.');
  });
});
