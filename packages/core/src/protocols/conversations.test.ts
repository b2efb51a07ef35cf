import type { LLMProvider, Message } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { type StubTool, stubTools } from '../calls/stub-tools.test.support.js';
import { Memory } from '../memory/memory.js';
import { collect, unpaired } from '../run/collect.test.support.js';
import { agentsOf, shownTexts, textOf, tools } from './conversation.test.support.js';
import { type Wording, wordings } from './wording.test.support.js';

describe.each(wordings)('in the protocol $protocol', (wording) => {
  const { protocol, calls, answer, beside } = wording;

  const agentFor = agentsOf(wording);

  // A1, B1
  it('a question is answered', async () => {
    const { agent, llmClient } = agentFor([answer('Hello.')]);
    const result = await agent.run('Hi');
    expect(result).toMatchObject({
      status: 'completed',
      finalResponse: 'Hello.',
      iteration: 1,
      toolCalls: [],
    });
    expect(agent.memory).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
    ]);
    llmClient.assertDone();
  });

  // A1, B6
  it('a call is executed, and its result reaches the model', async () => {
    const { agent, llmClient, toolRegistry } = agentFor([
      calls({ name: 'add', arguments: { a: 1, b: 2 } }),
      answer('Three.'),
    ]);
    const result = await agent.run('1 + 2?');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Three.', iteration: 2 });
    expect(toolRegistry.executed).toEqual([{ name: 'add', args: { a: 1, b: 2 } }]);
    expect(result.toolCalls).toMatchObject([
      { name: 'add', arguments: '{"a":1,"b":2}', outcome: { result: 3, error: null } },
    ]);
    expect(textOf(llmClient.requests[1]?.messages.slice(-1))).toMatch(/\b3\b/);
    expect(agent.memory.slice(1)).toMatchObject([
      { role: 'user', content: '1 + 2?' },
      {
        role: 'assistant',
        content: beside,
        tool_calls: [{ function: { name: 'add', arguments: '{"a":1,"b":2}' } }],
      },
      { role: 'tool', content: '3' },
      { role: 'assistant', content: 'Three.' },
    ]);
    expect(agent.observations({ type: 'tool' })).toMatchObject([{ toolName: 'add', content: '3' }]);
  });

  // D2
  it('parallel calls run side by side, and are answered in their order', async () => {
    let running = 0;
    let most = 0;
    const wait: StubTool = async ({ ms, tag }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, Number(ms)));
      running--;
      return tag;
    };
    const { agent, llmClient } = agentFor(
      [
        calls(
          { name: 'wait', arguments: { ms: 15, tag: 'slowest' } },
          { name: 'wait', arguments: { ms: 1, tag: 'fast' } },
          { name: 'wait', arguments: { ms: 5, tag: 'slower' } },
        ),
        answer('All there.'),
      ],
      { toolRegistry: stubTools({ wait }) },
    );
    const result = await agent.run('go');
    expect(most).toBe(3);
    expect(result.toolCalls.map(({ outcome }) => outcome.result)).toEqual(['slowest', 'fast', 'slower']);
    const seen = textOf(llmClient.requests[1]?.messages.slice(3));
    expect(seen).toMatch(/slowest.*fast.*slower/s);
    expect(result.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []))).toEqual([
      'slowest',
      'fast',
      'slower',
    ]);
  });

  it('annotations of a tool apply: a destructive tool runs alone, and each has its own timeout', async () => {
    const log: string[] = [];
    const slow =
      (name: string): StubTool =>
      async () => {
        log.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        log.push(`${name} ends`);
        return name;
      };
    const toolRegistry = stubTools(
      { look: slow('look'), erase: slow('erase'), wait: (_, { timeoutMs }) => timeoutMs },
      { erase: { destructive: true }, wait: { timeoutMs: 10 } },
    );
    const { agent } = agentFor([calls({ name: 'look' }, { name: 'erase' }, { name: 'wait' }), answer('x')], {
      toolRegistry,
    });
    const { toolCalls } = await agent.run('go');
    expect(log).toEqual(['look begins', 'look ends', 'erase begins', 'erase ends']);
    expect(toolCalls[2]?.outcome.result).toBe(10);
  });

  it('several steps build on each other, and a second run on the first', async () => {
    const { agent, llmClient } = agentFor([
      calls({ name: 'add', arguments: { a: 1, b: 2 } }),
      calls({ name: 'add', arguments: { a: 3, b: 4 } }, { name: 'forecast', arguments: { city: 'Oslo' } }),
      answer('Seven, and rain.'),
      answer('You asked for a sum.'),
    ]);
    await agent.run('1 + 2 + 4, and Oslo?');
    const result = await agent.run('What did I ask?');
    expect(result).toMatchObject({
      status: 'completed',
      finalResponse: 'You asked for a sum.',
      iteration: 1,
    });
    const seen = textOf(llmClient.requests[3]?.messages);
    for (const text of ['1 + 2 + 4', 'Oslo', 'rain', '7', 'Seven, and rain.']) expect(seen).toContain(text);
    expect(unpaired(agent.memory)).toEqual([]);
  });

  // D3
  it('an answer can be forced at the limit, and calls in it are ignored', async () => {
    const again = calls({ name: 'add', arguments: { a: 1, b: 2 } });
    const { agent, llmClient, toolRegistry } = agentFor([again, answer('Three, I think.')], {
      maxIterations: 1,
      onLimit: 'force-answer',
    });
    expect(await agent.run('go')).toMatchObject({
      status: 'max_iterations',
      finalResponse: 'Three, I think.',
    });
    expect(textOf(llmClient.requests[1]?.messages.slice(0, 1))).toMatch(
      /No more tools can be called\.|You cannot call any more tools\./,
    );
    expect(agent.memory[0]).toEqual({ role: 'system', content: 'Be brief.' });

    const stubborn = agentFor([again, again], { maxIterations: 1, onLimit: 'force-answer' });
    expect(await stubborn.agent.run('go')).toMatchObject({ status: 'max_iterations', finalResponse: beside });
    expect(stubborn.toolRegistry.executed).toHaveLength(1);
    expect(toolRegistry.executed).toHaveLength(1);
    expect(unpaired(stubborn.agent.memory)).toEqual([]);
  });

  it('the instructions of the protocol are only in the request', async () => {
    const { agent } = agentFor([calls({ name: 'add' }), answer('x')]);
    const before = JSON.stringify(agent.getMemoryState().messages[0]);
    const { messages } = await agent.run('go');
    expect(JSON.stringify(agent.memory[0])).toBe(before);
    expect(JSON.stringify(messages)).not.toMatch(/tool_call>|tool_input/);
  });

  // A13
  it('a streamed run shows text and no part of a call', async () => {
    const { agent } = agentFor([
      calls({ name: 'add', arguments: { a: 1, b: 2 } }, { name: 'forecast', arguments: { city: 'Oslo' } }),
      answer('Three {3}, and "rain" < snow.\nBye'),
    ]);
    const events = await collect(agent.runStream('go'));
    expect(shownTexts(events)).toEqual([beside, 'Three {3}, and "rain" < snow.\nBye']);
    expect(events.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(4);
    expect(events.at(-1)).toMatchObject({ result: { status: 'completed' } });
  });

  it('a model without streaming shows the same text', async () => {
    const { llmClient } = agentFor([calls({ name: 'add' }), answer('Done.')]);
    const whole: LLMProvider = { generate: (...args) => llmClient.generate(...args) };
    const agent = new Agent({ llmClient: whole, toolRegistry: tools(), protocol });
    expect(shownTexts(await collect(agent.runStream('go')))).toEqual([beside, 'Done.']);
  });

  it('native calls are executed even if they were not requested', async () => {
    // B3
    const { agent, toolRegistry } = agentFor([
      { toolCalls: [{ id: 'n1', name: 'add', arguments: { a: 2, b: 2 } }] },
      answer('Four.'),
    ]);
    expect(await agent.run('2 + 2?')).toMatchObject({ finalResponse: 'Four.' });
    expect(toolRegistry.executed).toEqual([{ name: 'add', args: { a: 2, b: 2 } }]);
    expect(agent.memory[2]).toMatchObject({ tool_calls: [{ id: 'n1' }] });
  });
});

describe('the memory', () => {
  async function remember({ protocol, calls, answer }: Wording): Promise<readonly Message[]> {
    const llmClient = scriptedModel([
      calls({ name: 'add', arguments: { a: 1, b: 2 } }, { name: 'forecast', arguments: { city: 'Oslo' } }),
      answer('Three.'),
    ]);
    const agent = new Agent({ llmClient, toolRegistry: tools(), protocol });
    await agent.run('go');
    return agent.memory;
  }

  it('is the same in every protocol', async () => {
    const [first, ...others] = await Promise.all(wordings.map(remember));
    expect(first).toHaveLength(5);
    for (const other of others) expect(withoutIds(other)).toEqual(withoutIds(first));
  });

  it.each(wordings)('of one protocol can be continued in $protocol', async ({ protocol, calls, answer }) => {
    for (const before of wordings) {
      const memory = new Memory({ messages: await remember(before) });
      const llmClient = scriptedModel([calls({ name: 'add', arguments: { a: 3, b: 4 } }), answer('Seven.')]);
      const agent = new Agent({ llmClient, toolRegistry: tools(), protocol, memory });
      expect(await agent.run('And 3 + 4?')).toMatchObject({ status: 'completed', finalResponse: 'Seven.' });
      expect(textOf(llmClient.requests[1]?.messages)).toContain('Oslo');
      expect(unpaired(agent.memory)).toEqual([]);
    }
  });
});

/** Ids differ from run to run, and only one protocol has thoughts. */
function withoutIds(messages: readonly Message[] = []): unknown {
  return JSON.parse(JSON.stringify(messages), (key, value) =>
    ['id', 'tool_call_id', 'reasoning'].includes(key) ? undefined : value,
  );
}
