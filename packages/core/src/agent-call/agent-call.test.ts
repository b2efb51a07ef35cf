import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Prompt } from '@toolwright/prompts';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { Dialog } from '../dialog/dialog.js';
import { parsers } from '../parsers/parsers.js';
import { unpaired } from '../run/collect.test.support.js';
import { agentCall } from './agent-call.js';

const look = (at: string): ScriptStep => ({ toolCalls: [{ name: 'look', arguments: { at } }] });
const makeTools = () =>
  stubTools({
    look: ({ at }) => ({ seen: at }),
    fail: () => Promise.reject(new Error('no luck')),
  });
const count = new Prompt({
  name: 'count',
  template: 'Count the {things}.',
  parser: (text) => {
    if (!/^\d+$/.test(text)) throw new Error('Answer with a number.');
    return Number(text);
  },
});
const said = ({ messages }: Pick<Dialog, 'messages'>) =>
  messages.map(({ role, content }) => `${role}: ${content}`);

// C1, C2
describe('agentCall', () => {
  it('returns the parsed answer and the dialog', async () => {
    const llmClient = scriptedModel(['12']);
    const { output, dialog, calls, usage } = await agentCall({
      llmClient,
      prompt: count,
      vars: { things: 'cats' },
    });
    expect(output.toFixed(1)).toBe('12.0');
    expect(said(dialog)).toEqual(['user: Count the cats.', 'assistant: 12']);
    expect(dialog.topPrompt).toBe(count);
    expect([calls, usage.inputTokens]).toEqual([[], 0]);
  });

  it('continues a dialog, and updates it', async () => {
    const llmClient = scriptedModel(['12', 'Many.']);
    const dialog = new Dialog('Be exact.').sendMessage(count, { things: 'cats' });
    const { output, dialog: updated } = await agentCall({ llmClient, dialog });
    expect([output, updated]).toEqual([12, dialog]);
    const talk = new Prompt({ name: 'talk', template: 'Is that many?' });
    const second = await agentCall({ llmClient, dialog, prompt: talk });
    expect(second.output.toUpperCase()).toBe('MANY.');
    expect(said(dialog)).toEqual([
      'system: Be exact.',
      'user: Count the cats.',
      'assistant: 12',
      'user: Is that many?',
      'assistant: Many.',
    ]);
    expect(llmClient.requests[1]?.messages).toHaveLength(4);
    expect(second.dialog.topPrompt).toBe(talk);
  });

  it('keeps a key of the environment masked in its dialog', async () => {
    const key = 'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5';
    process.env.AGENT_CALL_TOKEN = key;
    const prompt = new Prompt({ template: 'Use {key}.' });
    const { dialog } = await agentCall({ llmClient: scriptedModel(['Ok.']), prompt, vars: { key } });
    dialog.sendMessage(`And ${key}.`);
    delete process.env.AGENT_CALL_TOKEN;
    expect(said(dialog)).toEqual(['user: Use [secret].', 'assistant: Ok.', 'user: And [secret].']);
  });

  it('answers a dialog without prompts in plain text', async () => {
    const dialog = new Dialog().sendMessage('Hi');
    expect((await agentCall({ llmClient: scriptedModel([' Hello. ']), dialog })).output).toBe('Hello.');
  });

  it('traces tool calls as they were made and as the model read their results', async () => {
    const llmClient = scriptedModel([
      {
        toolCalls: [
          { id: 'a', name: 'look', arguments: { at: 'x' } },
          { id: 'b', name: 'fail' },
        ],
      },
      { toolCalls: [{ id: 'c', name: 'look', arguments: '{ "at": "x" }' }] },
      { toolCalls: [{ id: 'd', name: 'look', arguments: '{"at":' }] },
      '1',
    ]);
    const toolRegistry = makeTools();
    const prompt = count.extend({ tools: toolRegistry });
    const { output, calls, dialog } = await agentCall({ llmClient, prompt, vars: { things: 'cats' } });
    expect(output).toBe(1);
    const seen = { name: 'look', arguments: { at: 'x' }, result: { seen: 'x' }, errorMessage: null };
    expect(calls).toEqual([
      { ...seen, resultString: '{"seen":"x"}', isRepeated: false },
      {
        name: 'fail',
        arguments: {},
        result: null,
        resultString: 'Tool error: no luck',
        errorMessage: 'no luck',
        isRepeated: false,
      },
      // C9
      {
        ...seen,
        resultString: expect.stringMatching(/already made this call.*\{"seen":"x"\}/s),
        isRepeated: true,
      },
      {
        name: 'look',
        arguments: '{"at":',
        result: null,
        resultString: expect.stringMatching(/^Tool error: Not JSON/),
        errorMessage: expect.stringMatching(/^Not JSON/),
        isRepeated: false,
      },
    ]);
    expect(toolRegistry.executed).toHaveLength(2);
    expect(unpaired(dialog.messages)).toEqual([]);
  });

  // C9
  it('executes a failed call again, and every call with dedupe: off', async () => {
    const fail: ScriptStep = { toolCalls: [{ name: 'fail' }] };
    const toolRegistry = makeTools();
    const options = { prompt: count, vars: { things: 'x' }, toolRegistry };
    await agentCall({ ...options, llmClient: scriptedModel([fail, fail, '1']) });
    expect(toolRegistry.executed).toHaveLength(2);
    await agentCall({ ...options, llmClient: scriptedModel([look('a'), look('a'), '1']), dedupe: 'off' });
    expect(toolRegistry.executed).toHaveLength(4);
  });

  it('passes options to the model and events to a logger', async () => {
    const llmClient = scriptedModel(['1']);
    const types: string[] = [];
    const logger = {
      log: ({ type }: { type: string }, { agent }: { agent: string }) => types.push(`${agent} ${type}`),
    };
    await agentCall({
      llmClient,
      prompt: count,
      vars: { things: 'x' },
      temperature: 0,
      seed: 5,
      logger,
      stream: true,
    });
    expect(llmClient.requests[0]?.options).toMatchObject({ temperature: 0, seed: 5 });
    expect(types).toEqual(expect.arrayContaining(['count run-start', 'count text-delta', 'count run-end']));
  });
});

// C1
describe('agentCall throws a typed error', () => {
  const vars = { things: 'cats' };
  const failure = (steps: readonly ScriptStep[], options: Partial<Parameters<typeof agentCall>[0]> = {}) =>
    agentCall({ llmClient: scriptedModel(steps), ...options, prompt: count, vars }).then(
      ({ output }) => ({ output }),
      (error: unknown) => error,
    );

  it('for an answer that cannot be read, after the retries', async () => {
    expect(await failure(['a', 'b', 'c', 'd'])).toMatchObject({
      code: 'INVALID_OUTPUT',
      blame: 'model',
      message: "No valid answer to 'count' in 4 answers. The last error: Answer with a number.",
    });
    expect(await failure(['a'], { retries: 0 })).toMatchObject({
      code: 'INVALID_OUTPUT',
      message: 'Answer with a number.',
    });
  });

  it('for anything that a client throws', async () => {
    expect(await failure([{ error: new Error('overloaded') }])).toMatchObject({
      name: 'ToolwrightError',
      code: 'PROVIDER_FAILED',
      message: 'overloaded',
    });
    const llmClient = { generate: () => Promise.reject('down') };
    expect(await failure([], { llmClient })).toMatchObject({ code: 'PROVIDER_FAILED', message: 'down' });
  });

  it('for an abort, a refusal, a truncated answer, and a tool that needs approval', async () => {
    const controller = new AbortController();
    const aborting = failure([{ delayMs: 5_000 }], { signal: controller.signal });
    controller.abort();
    expect(await aborting).toMatchObject({ code: 'ABORTED' });
    expect(await failure([{ refusal: 'I will not.' }])).toMatchObject({ code: 'INVALID_OUTPUT' });
    expect(await failure([{ text: '', finishReason: 'length' }])).toMatchObject({ code: 'LIMIT_REACHED' });
    const toolRegistry = stubTools({ erase: () => 'gone' }, { erase: { needsApproval: true } });
    expect(await failure([{ toolCalls: [{ name: 'erase' }] }, '1'], { toolRegistry })).toEqual({ output: 1 });
    expect(toolRegistry.executed).toEqual([]);
  });

  it('for mistakes of the program, before the model is asked', async () => {
    const llmClient = scriptedModel([]);
    await expect(agentCall({ llmClient, prompt: count })).rejects.toMatchObject({ code: 'MISSING_VARIABLE' });
    await expect(agentCall({ llmClient, dialog: new Dialog('x') })).rejects.toMatchObject({
      code: 'INVALID_MESSAGE',
    });
    const dialog = new Dialog().sendMessage('x');
    for (const wrong of [
      { retries: -1 },
      { maxInterrupts: 1.5 },
      { maxIterations: -1 },
      { toolTimeoutMs: 0 },
    ]) {
      await expect(agentCall({ llmClient, dialog, ...wrong })).rejects.toMatchObject({
        code: 'INVALID_CONFIG',
      });
    }
    const toolRegistry = makeTools();
    const twice = count.extend({ tools: makeTools() });
    await expect(agentCall({ llmClient, prompt: twice, vars, toolRegistry })).rejects.toMatchObject({
      code: 'DUPLICATE_TOOL',
    });
    expect(llmClient.requests).toEqual([]);
  });

  it('and leaves the dialog unchanged', async () => {
    const dialog = new Dialog().sendMessage('Hi');
    const llmClient = scriptedModel([look('x'), { error: new Error('down') }]);
    await expect(agentCall({ llmClient, dialog, prompt: count, vars })).rejects.toThrow('down');
    expect(said(dialog)).toEqual(['user: Hi']);
    expect(dialog.topPrompt).toBeUndefined();
  });
});

describe('the parser of a prompt', () => {
  it('repairs JSON as structured output does', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;
    const prompt = new Prompt({ template: 'Count.', parser: parsers.json<{ n: number }>(schema) });
    const llmClient = scriptedModel(['{"n": "5"}']);
    const { output, warnings } = await agentCall({ llmClient, prompt });
    expect(output.n).toBe(5);
    expect(warnings).toEqual([expect.objectContaining({ path: 'n' })]);
    expect(llmClient.requests[0]?.options.jsonResponse).toMatchObject({ schema });
  });

  // C4
  it('adds the form of the answer to the request, and not to the dialog', async () => {
    const prompt = new Prompt({ template: 'Count.', tags: { xml: { n: 'required' } } });
    const llmClient = scriptedModel(['five', '<n>5</n>']);
    const { output, dialog } = await agentCall({ llmClient, prompt, dialog: new Dialog('Be exact.') });
    expect(output.xml.n[0]).toBe('5');
    const [first, second] = llmClient.requests;
    expect(first?.messages[0]?.content).toMatch(
      /^Be exact\.\n\nYour final answer .*\n- <n>…<\/n>, required$/s,
    );
    expect(second?.input).toBe(
      '<n> is missing: write it between <n> and </n>.\nSend the complete answer again.',
    );
    expect(dialog.messages[0]?.content).toBe('Be exact.');
  });

  // C4
  it('may read JSON beside required tags', async () => {
    const parser = parsers.json<{ n: number }>({ type: 'object', properties: { n: { type: 'integer' } } });
    const prompt = new Prompt({ template: 'Count.', tags: { xml: { why: 'required' } }, parser });
    const llmClient = scriptedModel(['{"n":5}', '<why>I saw them.</why> {"n":5}']);
    expect((await agentCall({ llmClient, prompt })).output).toEqual({ n: 5 });
    expect(llmClient.requests[0]?.options.jsonResponse).toBeUndefined();
    expect(llmClient.requests[0]?.messages[0]?.content).toContain('JSON Schema: {"type":"object"');
  });
});
