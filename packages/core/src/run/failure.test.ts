import { type AgentEvent, type LLMProvider, ToolwrightError } from '@toolwright/contract';
import { createClient } from '@toolwright/llm';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect, unpaired } from './collect.test.support.js';

const overloaded = new ToolwrightError('RATE_LIMIT', 'Too many requests.', { blame: 'provider' });
const call: ScriptStep = { toolCalls: [{ id: 'a', name: 'look' }] };
const tools = () => stubTools({ look: () => 'seen' });

// B7
describe('a model error', () => {
  it.each([0, 1, 2])('after %i tool steps ends the run and keeps the steps', async (steps) => {
    const llmClient = scriptedModel([
      ...Array<ScriptStep>(steps).fill(call),
      { text: 'Let me', error: overloaded },
    ]);
    const agent = new Agent({ llmClient, toolRegistry: tools() });
    const stream = agent.runStream('go');
    const events = await collect(stream);
    const result = await stream.result;
    expect(result).toMatchObject({ status: 'error', errors: ['Too many requests.'], finalResponse: '' });
    expect(result.iteration).toBe(steps + 1);
    expect(events.at(-1)).toEqual({ type: 'run-end', result });
    expect(agent.memory).toEqual(result.messages);
    expect(agent.memory).toHaveLength(1 + 2 * steps);
    expect(unpaired(agent.memory)).toEqual([]);
    expect(agent.observations({ type: 'error' })).toMatchObject([{ content: 'Too many requests.' }]);
  });

  it('leaves the agent usable', async () => {
    const agent = new Agent({ llmClient: scriptedModel(['One.', { error: overloaded }, 'Three.']) });
    await agent.run('1');
    await agent.run('2');
    expect(await agent.run('3')).toMatchObject({ status: 'completed', finalResponse: 'Three.' });
    expect(agent.memory.map((message) => message.content)).toEqual(['1', 'One.', '2', '3', 'Three.']);
  });

  it('may be any thrown value', async () => {
    for (const [thrown, text] of [
      ['down', 'down'],
      [undefined, 'undefined'],
      [new TypeError('x is not'), 'x is not'],
    ]) {
      const llmClient: LLMProvider = { generate: () => Promise.reject(thrown) };
      expect(await new Agent({ llmClient }).run('go')).toMatchObject({ status: 'error', errors: [text] });
    }
  });

  it('may be thrown synchronously', async () => {
    const llmClient: LLMProvider = {
      generate() {
        throw new Error('broken');
      },
    };
    expect(await new Agent({ llmClient }).run('go')).toMatchObject({ status: 'error', errors: ['broken'] });
  });

  it('may be an interrupted stream', async () => {
    const llmClient = scriptedModel([{ deltas: [{ type: 'text-delta', text: 'Half an' }] }]);
    const result = await new Agent({ llmClient }).runStream('go').result;
    expect(result).toMatchObject({ status: 'error', finalResponse: '' });
    expect(result.errors[0]).toContain('ended before the answer was complete');
  });

  it('is thrown with onFailure: throw, after the last event', async () => {
    const llmClient = scriptedModel([call, { error: overloaded }, { error: overloaded }]);
    const agent = new Agent({ llmClient, toolRegistry: tools(), onFailure: 'throw' });
    const types: string[] = [];
    const reading = (async () => {
      for await (const event of agent.runStream('go')) types.push(event.type);
    })();
    await expect(reading).rejects.toBe(overloaded);
    expect(types.at(-1)).toBe('run-end');
    expect(agent.memory).toHaveLength(3);
    await expect(agent.run('go')).rejects.toBe(overloaded);
  });

  it('is thrown with onFailure: throw even when it is undefined', async () => {
    const llmClient: LLMProvider = { generate: () => Promise.reject(undefined) };
    await expect(new Agent({ llmClient, onFailure: 'throw' }).run('go')).rejects.toBeUndefined();
  });
});

// D4
describe("a developer's mistake", () => {
  it('is thrown at once: a missing API key, with the name of the variable', () => {
    const config = { provider: 'openai', model: 'gpt-x', runtime: { env: {} } } as const;
    expect(
      () => new Agent({ name: 'helper', description: 'Helps', llmClient: createClient(config) }),
    ).toThrow(
      expect.objectContaining({
        code: 'MISSING_API_KEY',
        message: expect.stringContaining('OPENAI_API_KEY'),
      }),
    );
  });

  it('is thrown at once if the client finds it, whatever onFailure says', async () => {
    const error = new ToolwrightError('INVALID_CONFIG', 'No such model.', { blame: 'developer' });
    const llmClient = scriptedModel([{ error }, { error }]);
    const agent = new Agent({ llmClient, onFailure: 'return' });
    await expect(agent.run('Hi')).rejects.toBe(error);
    await expect(agent.runStream('Hi').result).rejects.toBe(error);
    expect(agent.memory).toHaveLength(2);
  });

  it('is thrown from a tool source that cannot list its tools', async () => {
    const listTools = (): never => {
      throw new ToolwrightError('INVALID_CONFIG', 'closed', { blame: 'developer' });
    };
    const agent = new Agent({ llmClient: scriptedModel([]), toolRegistry: { ...tools(), listTools } });
    await expect(agent.run('Hi')).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });
});

describe('a logger that throws', () => {
  it('causes one warning and never ends a run', async () => {
    let calls = 0;
    const logger = {
      log: () => {
        calls++;
        throw new Error('disk full');
      },
    };
    const agent = new Agent({ llmClient: scriptedModel([call, 'Seen.']), toolRegistry: tools(), logger });
    const stream = agent.runStream('go');
    const events = await collect(stream);
    expect(await stream.result).toMatchObject({ status: 'completed', finalResponse: 'Seen.' });
    expect(events.filter((event) => event.type === 'warning')).toEqual([
      { type: 'warning', message: 'The logger failed: disk full' },
    ]);
    expect(events.at(-1)?.type).toBe('run-end');
    expect(calls).toBe(events.length);
  });

  it('at the end of a run is reported before the last event if possible', async () => {
    const logger = {
      log: (event: AgentEvent) => {
        if (event.type === 'message' && event.message.role === 'assistant') throw new Error('late');
      },
    };
    const events = await collect(new Agent({ llmClient: scriptedModel(['x']), logger }).runStream('go'));
    expect(events.slice(-2).map((event) => event.type)).toEqual(['warning', 'run-end']);
  });

  it.each<[string, (work: () => unknown) => unknown]>([
    ['throws before the work', () => fail('early')],
    ['throws after the work', (work) => fail(String(work() !== undefined))],
    ['does not do the work', () => undefined],
    ['does the work twice', (work) => [work(), work()]],
  ])('and that %s does not prevent the work, which happens once', async (_, within) => {
    const toolRegistry = tools();
    const llmClient = scriptedModel([call, 'Seen.']);
    // These loggers break their types on purpose.
    const logger = {
      log: () => {},
      within: (_id: unknown, _run: unknown, work: () => unknown) => within(work) as never,
    };
    const result = await new Agent({ llmClient, toolRegistry, logger }).run('go');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Seen.', iteration: 2 });
    expect(toolRegistry.executed).toHaveLength(1);
    llmClient.assertDone();
  });
});

function fail(message: string): never {
  throw new Error(message);
}
