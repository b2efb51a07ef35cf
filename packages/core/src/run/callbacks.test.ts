import { ToolwrightError } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { agentCall } from '../agent-call/agent-call.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { Dialog } from '../dialog/dialog.js';
import type { Policy } from '../policies/policy.js';
import { collect } from './collect.test.support.js';
import type { RunOptions } from './options/run-options.js';

interface Callback {
  readonly config?: Partial<AgentConfig>;
  readonly options?: RunOptions;
}

/** Runs a callback, which fails when its turn has come. */
type Fail = <T>(value: T) => T;

const hook = (name: keyof Policy) => (fail: Fail) => ({
  config: { policies: [{ name: 'p', [name]: () => fail(undefined) }] },
});
const look = { toolCalls: [{ name: 'look', arguments: {} }], usage: { inputTokens: 1, outputTokens: 1 } };

/** Those that each run calls twice; `Fail` is the work of the callback. */
const TWICE: Readonly<Record<string, (fail: Fail) => Callback>> = {
  beforeModel: hook('beforeModel'),
  afterModel: hook('afterModel'),
  // M2
  beforeTool: hook('beforeTool'),
  afterTool: hook('afterTool'),
  "the compaction's isDue": (fail) => ({
    config: { compaction: { isDue: () => fail(false), compact: (messages) => messages } },
  }),
  price: (fail) => ({ config: { price: () => fail(1) } }),
  'a stop rule': (fail) => ({ config: { stopWhen: [() => fail(false)] } }),
  afterTools: (fail) => ({ config: { afterTools: () => fail('Go on.') } }),
};

/** Also called before the run starts, for checks that throw. */
const EARLY: Readonly<Record<string, (fail: Fail) => Callback>> = {
  'the listing of tools': (fail) => ({
    config: { toolRegistry: { ...TOOLS(), listTools: () => fail([...TOOLS().listTools()]) } },
  }),
};

/** Those that each run calls once. */
const ONCE: Readonly<Record<string, (fail: Fail) => Callback>> = {
  onInput: hook('onInput'),
  onOutput: hook('onOutput'),
  'the function that picks tools': (fail) => ({ options: { tools: () => fail(true) } }),
  'a prompt with variables of the run': (fail) => ({
    config: {
      promptRegistry: { render: (_, vars) => (vars?.run ? fail('Hi.') : 'Hi.') },
    },
    options: { promptVars: { run: true } },
  }),
};

const TOOLS = () => {
  const source = stubTools({ look: () => 'seen' });
  return {
    listTools: () => source.listTools(),
    execute: (...args: Parameters<typeof source.execute>) => source.execute(...args),
  };
};

function makeRun(
  callback: (fail: Fail) => Callback,
  failing: number,
  thrown: Error,
  more: Partial<AgentConfig>,
) {
  let calls = 0;
  const fail: Fail = (value) => {
    calls += 1;
    if (calls >= failing) throw thrown;
    return value;
  };
  const { config, options } = callback(fail);
  const agent = new Agent({
    llmClient: scriptedModel([look, look, 'Done.']),
    toolRegistry: TOOLS(),
    ...config,
    ...more,
  });
  return { agent, options };
}

const CASES = [
  ...Object.entries(EARLY).flatMap(([name, make]) =>
    [1, 2, 3, 4].map((failing) => [name, failing, make] as const),
  ),
  ...Object.entries(TWICE).flatMap(([name, make]) => [1, 2].map((failing) => [name, failing, make] as const)),
  ...Object.entries(ONCE).map(([name, make]) => [name, 1, make] as const),
];

// H2
describe.each(CASES)('%s that throws at its call %d', (name, failing, callback) => {
  const broken = new Error('broken');
  const typed = new ToolwrightError('INVALID_CONFIG', 'typed', { blame: 'developer', hint: 'h' });

  it('ends the run with the status error', async () => {
    const { agent, options } = makeRun(callback, failing, broken, {});
    const result = await agent.run('Look.', options);
    expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    expect(result.errors[0]).toContain('broken');
  });

  it('ends a stream, too, between its first and its last event', async () => {
    const { agent, options } = makeRun(callback, failing, broken, {});
    const run = agent.runStream('Look.', options);
    const types = (await collect(run)).map(({ type }) => type);
    expect([types[0], types.at(-1)]).toEqual(['run-start', 'run-end']);
    expect(await run.result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
  });

  it("throws with onFailure: 'throw', and the error has the result", async () => {
    const { agent, options } = makeRun(callback, failing, broken, { onFailure: 'throw' });
    const result = expect.objectContaining({ status: 'error' });
    await expect(agent.run('Look.', options)).rejects.toMatchObject({ code: 'CALLBACK_FAILED', result });
  });

  it('keeps a typed error', async () => {
    // Registries are the library's own: their mistakes of configuration throw before the run starts.
    if (name.startsWith('the listing') || name.startsWith('a prompt')) return;
    const { agent, options } = makeRun(callback, failing, typed, {});
    expect(await agent.run('Look.', options)).toMatchObject({ status: 'error', errors: ['typed'] });
  });
});

// H2
it.each([1, 2])('agentCall throws what a hook throws at request %d, with the result', async (failing) => {
  let request = 0;
  const beforeModel = (): void => {
    if (++request === failing) throw new Error('broken');
  };
  const call = agentCall({
    llmClient: scriptedModel([look, 'Done.']),
    toolRegistry: stubTools({ look: () => 'seen' }),
    dialog: new Dialog().sendMessage('Look.'),
    policies: [{ name: 'p', beforeModel }],
  });
  await expect(call).rejects.toMatchObject({ code: 'CALLBACK_FAILED', result: { status: 'error' } });
});

it.each([
  ['a promise', async () => [], 'an object'],
  ['nothing', () => undefined, 'undefined'],
])('a source whose listTools returns %s has failed', async (_, listTools, what) => {
  // A source in plain JavaScript may do so.
  const toolRegistry = { ...TOOLS(), listTools: listTools as never };
  const { errors } = await new Agent({ llmClient: scriptedModel([]), toolRegistry }).run('Look.');
  expect(errors).toEqual([`The tools' 'listTools' must return a list of tools, not ${what}.`]);
});

it('a run that cannot start throws', async () => {
  const { agent } = makeRun(() => ({}), 1, new Error(), {});
  await expect(agent.run('')).rejects.toMatchObject({ code: 'INVALID_MESSAGE' });
  await expect(agent.run('Look.', { tools: ['loook'] })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
});
