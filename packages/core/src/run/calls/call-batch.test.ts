import { type ScriptedCall, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../../agent/agent.js';
import { type StubTool, stubTools } from '../../calls/stub-tools.test.support.js';
import { collect } from '../collect.test.support.js';

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const contents = (messages: readonly { role: string; content: unknown }[]) =>
  messages.filter((message) => message.role === 'tool').map((message) => message.content);

describe('parallel calls', () => {
  const calls = (count: number, name = 'work'): ScriptedCall[] =>
    Array.from({ length: count }, (_, n) => ({ name, arguments: { n } }));

  it('run at once, and are answered in the order of the calls', async () => {
    const toolRegistry = stubTools({
      work: async ({ n }) => {
        await sleep(30 - 10 * Number(n));
        return n;
      },
    });
    const llmClient = scriptedModel([{ toolCalls: calls(3) }, 'done']);
    const events = await collect(new Agent({ llmClient, toolRegistry }).runStream('go'));
    const finished = events.flatMap((event) => (event.type === 'tool-result' ? [event.outcome.result] : []));
    expect(finished).toEqual([2, 1, 0]);
    const answered = events.flatMap((event) => (event.type === 'message' ? [event.message] : []));
    expect(contents(answered)).toEqual(['0', '1', '2']);
  });

  it('never exceed toolConcurrency', async () => {
    let running = 0;
    let most = 0;
    const toolRegistry = stubTools({
      work: async () => {
        most = Math.max(most, ++running);
        await sleep(2);
        running--;
      },
    });
    const llmClient = scriptedModel([{ toolCalls: calls(20) }, 'done']);
    const result = await new Agent({ llmClient, toolRegistry, toolConcurrency: 3 }).run('go');
    expect(most).toBe(3);
    expect(result.toolCalls.map(({ arguments: text }) => text)).toEqual(
      calls(20).map((call) => JSON.stringify(call.arguments)),
    );
  });

  it('never include a destructive tool, which runs alone', async () => {
    const beside: string[][] = [];
    const running = new Set<string>();
    const work: StubTool = async ({ n }) => {
      running.add(String(n));
      beside.push([...running]);
      await sleep(2);
      running.delete(String(n));
    };
    const toolRegistry = stubTools({ work, remove: work }, { remove: { destructive: true } });
    const toolCalls = calls(4).map((call, n) => (n === 2 ? { ...call, name: 'remove' } : call));
    const llmClient = scriptedModel([{ toolCalls }, 'done']);
    await new Agent({ llmClient, toolRegistry }).run('go');
    expect(beside).toEqual([['0'], ['0', '1'], ['2'], ['3']]);
  });

  it('share the state of their run, which is empty at first', async () => {
    const toolRegistry = stubTools({
      work: (_, { state }) => {
        state.set('count', Number(state.get('count') ?? 0) + 1);
        return String(state.get('count'));
      },
    });
    const llmClient = scriptedModel([
      { toolCalls: calls(2) },
      { toolCalls: calls(1) },
      'done',
      { toolCalls: calls(1) },
      'done',
    ]);
    const agent = new Agent({ llmClient, toolRegistry });
    await agent.run('go');
    await agent.run('go');
    expect(contents(agent.memory)).toEqual(['1', '2', '3', '1']);
  });
});

describe('a slow tool', () => {
  it('reports progress and logs to those who watch the run', async () => {
    const toolRegistry = stubTools({
      work: async (_, { onProgress, onLog }) => {
        onProgress({ percent: 50 });
        await sleep(1);
        onLog('nearly');
        onLog('done', { files: 2 });
        return 'ok';
      },
    });
    const llmClient = scriptedModel([{ toolCalls: [{ id: 'a', name: 'work' }] }, 'done']);
    const events = await collect(new Agent({ llmClient, toolRegistry }).runStream('go'));
    const types = events.map((event) => event.type);
    expect(events.filter((event) => event.type === 'tool-progress')).toEqual(
      [
        { progress: { percent: 50 } },
        { progress: 'nearly', log: true },
        { progress: { message: 'done', data: { files: 2 } }, log: true },
      ].map((about) => ({ type: 'tool-progress', callId: 'a', name: 'work', ...about })),
    );
    expect(types.indexOf('tool-call')).toBeLessThan(types.indexOf('tool-progress'));
    expect(types.lastIndexOf('tool-progress')).toBeLessThan(types.indexOf('tool-result'));
  });

  it('is abandoned at its timeout, and its later results are ignored', async () => {
    const late: (() => void)[] = [];
    const toolRegistry = stubTools(
      {
        hang: (_, { onProgress }) => {
          late.push(() => onProgress('late'));
          return new Promise(() => {});
        },
        quick: () => 'quick',
      },
      { hang: { timeoutMs: 10 }, quick: { timeoutMs: 10 } },
    );
    const llmClient = scriptedModel([
      { toolCalls: [{ name: 'hang' }, { name: 'hang' }, { name: 'quick' }] },
      () => {
        for (const call of late) call();
        return 'done';
      },
    ]);
    const agent = new Agent({ llmClient, toolRegistry, toolConcurrency: 1 });
    const events = await collect(agent.runStream('go'));
    expect(contents(agent.memory)).toEqual([
      'Tool error: No answer within 10 ms; the call was abandoned.',
      'Tool error: No answer within 10 ms; the call was abandoned.',
      'quick',
    ]);
    expect(events.map((event) => event.type)).not.toContain('tool-progress');
  });

  it('passes its timeout to its source', async () => {
    const toolRegistry = stubTools({ work: (_, { timeoutMs }) => timeoutMs });
    const calls = [{ toolCalls: [{ name: 'work' }] }, 'done'];
    const agent = new Agent({ llmClient: scriptedModel([...calls, ...calls]), toolRegistry });
    await agent.run('go');
    expect(contents(agent.memory)).toEqual(['60000']);
    const patient = new Agent({
      llmClient: scriptedModel(calls),
      toolRegistry,
      toolTimeoutMs: Number.POSITIVE_INFINITY,
    });
    expect((await patient.run('go')).toolCalls[0]?.outcome.result).toBe(Number.POSITIVE_INFINITY);
  });
});
