import { unknownToolMessage } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Prompt } from '@toolwright/prompts';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { unpaired } from '../run/collect.test.support.js';
import { agentCall } from './agent-call.js';
import { AgentCallError } from './agent-call-error.js';

const look = (at: string): ScriptStep => ({ toolCalls: [{ name: 'look', arguments: { at } }] });
const makeTools = () =>
  stubTools({ look: ({ at }) => `seen ${String(at)}`, fail: () => Promise.reject(new Error('no')) });
const number = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new Error('Answer with a number.');
  return Number(text);
};
const contents = (messages: readonly { readonly content: unknown }[]) =>
  messages.map(({ content }) => content);

// C6
describe('an exception handler', () => {
  const prompt = new Prompt({
    name: 'count',
    template: 'Count.',
    parser: number,
    exceptionHandler: ({ error, answer, attempt }) => `${attempt}. '${answer}' is wrong: ${error}`,
  });

  it('tells the model the error, and is removed from the dialog afterwards', async () => {
    const llmClient = scriptedModel(['few', 'some', '12']);
    const { output, dialog } = await agentCall({ llmClient, prompt });
    expect(output).toBe(12);
    expect(contents(dialog.messages)).toEqual(['Count.', '12']);
    expect(contents(llmClient.requests[1]?.messages ?? [])).toEqual([
      'Count.',
      'few',
      "1. 'few' is wrong: Answer with a number.",
    ]);
    expect(contents(llmClient.requests[2]?.messages ?? [])).toEqual([
      'Count.',
      'some',
      "2. 'some' is wrong: Answer with a number.",
    ]);
  });

  it('runs three times by default, or as often as configured', async () => {
    const llmClient = scriptedModel(['a', 'b', 'c', 'd']);
    await expect(agentCall({ llmClient, prompt })).rejects.toMatchObject({ code: 'INVALID_OUTPUT' });
    expect(llmClient.requests.map(({ input }) => input.slice(0, 2))).toEqual(['Co', '1.', '2.', '3.']);
    const patient = scriptedModel(['a', 'b', 'c', 'd', 'e', '6']);
    expect((await agentCall({ llmClient: patient, prompt, retries: 5 })).output).toBe(6);
  });

  it('lets the model use tools, and keeps their step in the dialog', async () => {
    const llmClient = scriptedModel(['few', look('x'), '12']);
    const { dialog, calls } = await agentCall({ llmClient, prompt, toolRegistry: makeTools() });
    expect(dialog.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(calls).toHaveLength(1);
  });

  it('can have its own parser, and uses the tools of the prompt', async () => {
    const tools = makeTools();
    const lenient = prompt.extend({
      parser: number,
      tools,
      exceptionHandler: { template: 'In words then.', parser: (text) => text.length },
    });
    const llmClient = scriptedModel(['few', 'three']);
    expect((await agentCall({ llmClient, prompt: lenient })).output).toBe(5);
    expect(llmClient.requests[1]?.tools).toEqual(tools.listTools());
  });

  it('that needs a missing variable is a mistake of the program', async () => {
    const broken = prompt.extend({ exceptionHandler: 'Wrong, {name}.' });
    await expect(agentCall({ llmClient: scriptedModel(['x']), prompt: broken })).rejects.toMatchObject({
      code: 'MISSING_VARIABLE',
    });
  });
});

// C6, C7
describe('a call that fails', () => {
  const usage = { inputTokens: 5, outputTokens: 2 };
  const prompt = new Prompt({ name: 'count', template: 'Count.', parser: number });

  it("reports its tool calls, its usage and the model's last message", async () => {
    const steps = [look('x'), 'few', 'some'].map((step) => ({
      ...(typeof step === 'string' ? { text: step } : step),
      usage,
    }));
    const options = { llmClient: scriptedModel(steps), prompt, toolRegistry: makeTools(), retries: 1 };
    const error: unknown = await agentCall(options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AgentCallError);
    expect(error).toMatchObject({
      code: 'INVALID_OUTPUT',
      blame: 'model',
      calls: [{ name: 'look', arguments: { at: 'x' }, result: 'seen x', resultString: 'seen x' }],
      usage: { inputTokens: 15, outputTokens: 6 },
      answer: 'some',
      result: { status: 'error' },
    });
  });

  it('reports them even if the provider throws an untyped error', async () => {
    const generate = scriptedModel([look('x'), { error: new TypeError('down') }]);
    await expect(agentCall({ llmClient: generate, prompt, toolRegistry: makeTools() })).rejects.toMatchObject(
      {
        code: 'PROVIDER_FAILED',
        message: 'down',
        calls: [{ name: 'look' }],
      },
    );
  });

  it.each(['exceptionHandler', 'interruptHandler', 'finalHandler'] as const)(
    'is a mistake of the program if the %s throws',
    async (name) => {
      const broken = prompt.extend({
        [name]: () => {
          throw new TypeError('x is not a function');
        },
      });
      const steps = name === 'exceptionHandler' ? ['few'] : [look('x')];
      const options = { llmClient: scriptedModel(steps), toolRegistry: makeTools(), maxIterations: 1 };
      if (name === 'interruptHandler') options.maxIterations = 2;
      await expect(agentCall({ ...options, prompt: broken })).rejects.toMatchObject({
        code: 'CALLBACK_FAILED',
        blame: 'developer',
        message: `The ${name} of 'count' threw an error: x is not a function`,
      });
    },
  );
});

// C7
describe('an interrupt handler', () => {
  const prompt = new Prompt({
    template: 'Count.',
    parser: number,
    interruptHandler: 'Step {step}:\n{calls}\nGo on.',
  });

  it('follows each step of tool calls, and stays in the dialog', async () => {
    const both: ScriptStep = { toolCalls: [{ name: 'look', arguments: { at: 'a' } }, { name: 'fail' }] };
    const llmClient = scriptedModel([look('a'), both, '2']);
    const { dialog } = await agentCall({ llmClient, prompt, toolRegistry: makeTools() });
    expect(dialog.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      'Count.',
      'Step 1:\nlook: done\nGo on.',
      'Step 2:\nlook: done before\nfail: failed: no\nGo on.',
    ]);
    expect(unpaired(dialog.messages)).toEqual([]);
  });

  it('can have its own tools, and its answers are read with its own parser', async () => {
    const other = stubTools({ taste: () => 'sweet' });
    const changing = new Prompt({
      template: 'Count.',
      tools: makeTools(),
      interruptHandler: { template: 'Taste it.', tools: other, parser: (text) => `tasted ${text}` },
    });
    const llmClient = scriptedModel([look('a'), { toolCalls: [{ name: 'taste' }] }, look('b'), 'well']);
    const { output, calls } = await agentCall({ llmClient, prompt: changing });
    expect(output).toBe('tasted well');
    expect(llmClient.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ['look', 'fail'],
      ['taste'],
      ['taste'],
      ['taste'],
    ]);
    expect(calls.map(({ errorMessage }) => errorMessage)).toEqual([
      null,
      null,
      unknownToolMessage('look', ['taste']),
    ]);
  });
});

// C7
describe('the limit of steps', () => {
  const plain = new Prompt({ template: 'Count.', parser: number });
  const steps = (count: number): ScriptStep[] =>
    Array.from({ length: count }, (_, index) => look(String(index)));

  it('is five by default; a last prompt then asks for a plain answer', async () => {
    const llmClient = scriptedModel([...steps(5), '5']);
    const { output, calls, limit, dialog } = await agentCall({
      llmClient,
      prompt: plain,
      toolRegistry: makeTools(),
    });
    expect([output, calls.length, limit]).toEqual([5, 5, 'iterations']);
    expect(llmClient.requests[5]).toMatchObject({
      input: 'You cannot call any more tools. Answer now in plain words, based on this conversation.',
      options: { toolChoice: 'none' },
    });
    expect(dialog.messages.at(-1)).toEqual({ role: 'assistant', content: '5' });
    llmClient.assertDone();
  });

  it('can be changed, with a custom final prompt', async () => {
    const prompt = plain.extend({
      interruptHandler: 'Go on.',
      finalHandler: 'No more {limit}. Just a number.',
    });
    const llmClient = scriptedModel([...steps(2), 'about 2', '2']);
    const { output, dialog } = await agentCall({
      llmClient,
      prompt,
      toolRegistry: makeTools(),
      maxIterations: 2,
    });
    expect(output).toBe(2);
    const asked = dialog.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(asked).toEqual(['Count.', 'Go on.', 'No more iterations. Just a number.']);
  });

  it.each([{ maxIterations: Number.POSITIVE_INFINITY }, { maxIterations: 0 }, { maxInterrupts: 0 }])(
    'is off for %o',
    async (limits) => {
      const llmClient = scriptedModel([...steps(30), '30']);
      const toolRegistry = makeTools();
      const { output, limit } = await agentCall({ llmClient, prompt: plain, toolRegistry, ...limits });
      expect([output, limit, toolRegistry.executed.length]).toEqual([30, undefined, 30]);
    },
  );

  it('stops a model that continues to call tools without permission', async () => {
    const llmClient = scriptedModel(steps(9));
    const toolRegistry = makeTools();
    await expect(
      agentCall({ llmClient, prompt: plain, toolRegistry, maxIterations: 1, retries: 2 }),
    ).rejects.toMatchObject({ code: 'INVALID_OUTPUT' });
    expect([toolRegistry.executed.length, llmClient.requests.length]).toEqual([1, 4]);
  });

  it('applies together with a budget, whose limit the final prompt can name', async () => {
    const prompt = plain.extend({ finalHandler: 'No more {limit}.' });
    const llmClient = scriptedModel([...steps(2), '1']);
    const { limit, calls } = await agentCall({
      llmClient,
      prompt,
      toolRegistry: makeTools(),
      budget: { toolCalls: 1 },
    });
    expect([limit, calls.map(({ errorMessage }) => errorMessage === null)]).toEqual([
      'tool-calls',
      [true, false],
    ]);
    expect(llmClient.requests[2]?.input).toBe('No more tool-calls.');
  });
});
