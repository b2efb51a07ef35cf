import { ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { toLangChainTools } from './langchain.js';
import { startModelServer } from './model-server.test.support.js';
import { abortWhileItWaits, createTools, REFUSALS, waiting } from './tools.test.fixture.js';

function find(name: string, tools = toLangChainTools(createTools())) {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`No tool ${name}`);
  return tool;
}

function callOf(name: string, args: Record<string, unknown>) {
  return { type: 'tool_call', id: 'call_1', name, args } as const;
}

describe('toLangChainTools', () => {
  it('runs the tools that a LangChain model calls and sends their schemas', async () => {
    const server = await startModelServer([['forecast', '{"city":"Oslo","days":3}']]);
    try {
      const tools = toLangChainTools(createTools());
      const configuration = { baseURL: server.baseURL };
      const model = new ChatOpenAI({ model: 'gpt-5-mini', apiKey: 'sk-test', configuration, maxRetries: 0 });
      const bound = model.bindTools(tools);
      const reply = await bound.invoke([['user', 'Weather?']]);
      const [call] = reply.tool_calls ?? [];
      if (call === undefined) throw new Error('The model called nothing.');
      const answer = await find(call.name, tools).invoke({ ...call, type: 'tool_call' });
      expect(answer).toBeInstanceOf(ToolMessage);
      expect(answer).toMatchObject({ content: '{"celsius":7}', tool_call_id: call.id, name: 'forecast' });
      const { content } = await bound.invoke([['user', 'Weather?'], reply, answer]);
      expect(content).toBe('Done.');
      expect(JSON.parse(server.requests()[0] ?? '').tools[0].function).toMatchObject({
        name: 'forecast',
        parameters: { properties: { city: { description: 'City name' } }, required: ['city'] },
      });
    } finally {
      await server.close();
    }
  });

  it('rejects with a message for the model', async () => {
    await expect(find('forecast').invoke({ city: 'Atlantis' })).rejects.toThrow('Atlantis has sunk.');
    await expect(find('forecast').invoke({ town: 'Oslo' })).rejects.toThrow(
      "Invalid arguments for 'forecast'",
    );
  });

  it.each(REFUSALS)('the model reads of %s what the registry says', async (args, sentence) => {
    const answer = await find('forecast').invoke(callOf('forecast', JSON.parse(args)));
    expect(answer).toBeInstanceOf(ToolMessage);
    expect(answer).toMatchObject({ status: 'error', tool_call_id: 'call_1', name: 'forecast' });
    expect(answer.content).toContain(`Tool error: ${sentence}`);
    expect(answer.content).not.toMatch(/\n\s+at /);
  });

  it('coerces arguments as the registry does', async () => {
    const answer = await find('forecast').invoke(callOf('forecast', { city: 'Oslo', days: '3' }));
    expect(answer.content).toBe('{"celsius":7}');
  });

  it('answers the call of a model whose tool failed, or that nobody approved', async () => {
    const sunk = await find('forecast').invoke(callOf('forecast', { city: 'Atlantis' }));
    expect(sunk).toMatchObject({ status: 'error', content: 'Tool error: Atlantis has sunk.' });
    const refused = await find('erase').invoke(callOf('erase', {}));
    expect(refused.content).toContain('nobody can be asked');
  });

  it('tells the callbacks of LangChain what was called', async () => {
    const seen: string[] = [];
    const callbacks = [
      {
        handleToolStart: (_tool: object, input: string) => void seen.push(input),
        handleToolEnd: (output: ToolMessage) => void seen.push(String(output.content)),
      },
    ];
    await find('forecast').invoke(callOf('forecast', { city: 'Oslo', days: '3' }), { callbacks });
    expect(seen).toEqual(['{"city":"Oslo","days":"3"}', '{"celsius":7}']);
  });

  it('asks before calls that need approval', async () => {
    await expect(find('erase').invoke({})).rejects.toThrow('nobody can be asked');
    const tools = toLangChainTools(createTools(), { approve: () => true });
    expect(await find('erase', tools).invoke({})).toBe('erased');
  });

  it('passes an abort on', async () => {
    await expect(find('wait').invoke({}, { signal: abortWhileItWaits() })).rejects.toThrow();
    expect(waiting.at(-1)?.aborted).toBe(true);
  });
});
