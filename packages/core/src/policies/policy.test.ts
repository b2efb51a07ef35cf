import type { AgentEvent, RunResult } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect } from '../run/collect.test.support.js';
import type { RunOptions } from '../run/options/run-options.js';
import type { Policy, PolicyHook } from './policy.js';

/** Turns on each policy that an option controls. */
const ALL_ON: Partial<AgentConfig> = { dedupe: 'per-run' };

const CALL: ScriptStep = { toolCalls: [{ id: 'a', name: 'look', arguments: {} }] };

function setupOf(config: Partial<AgentConfig>, script: readonly ScriptStep[] = [CALL, 'Done.']) {
  const llmClient = scriptedModel([...script]);
  const toolRegistry = stubTools({ look: () => 'seen', other: (args) => args });
  return { agent: new Agent({ llmClient, toolRegistry, ...config }), llmClient, toolRegistry };
}

function fails(): never {
  throw new Error('no luck');
}

function policyEvents(events: readonly AgentEvent[]) {
  return events.flatMap(({ type, ...event }) => (type === 'policy' ? [event] : []));
}

// H2
describe.each([
  ['beside those of every run', {}],
  ['beside all built-in ones', ALL_ON],
])('a policy %s', (_, config) => {
  const run = async (...policies: readonly Policy[]): Promise<RunResult> =>
    setupOf({ ...config, policies }).agent.run('go');

  it('that is first in the list sees requests and calls last, and responses and outcomes first', async () => {
    const seen: string[] = [];
    const note = (what: string) => () => void seen.push(what);
    const watcher = (name: string): Policy => ({
      name,
      onInput: note(`input ${name}`),
      beforeModel: note(`request ${name}`),
      afterModel: note(`response ${name}`),
      beforeTool: async () => void seen.push(`call ${name}`),
      afterTool: note(`outcome ${name}`),
      onOutput: note(`answer ${name}`),
    });
    const { agent } = setupOf({ ...config, policies: [watcher('first'), watcher('second')] });
    await agent.run('go', { policies: [watcher('last')] });
    const inward = (what: string) => [`${what} last`, `${what} second`, `${what} first`];
    const outward = (what: string) => inward(what).reverse();
    expect(seen).toEqual([
      ...[...inward('input'), ...inward('request'), ...outward('response')],
      ...[...inward('call'), ...outward('outcome')],
      ...[...inward('request'), ...outward('response'), ...outward('answer')],
    ]);
  });

  it('changes the input, the request to the model, its response, and the answer', async () => {
    const { agent, llmClient } = setupOf({
      ...config,
      policies: [
        {
          name: 'rewrite',
          onInput: (input) => ({ change: { ...input, content: `${input.content} on` } }),
          beforeModel: (request) => ({ change: { ...request, options: { temperature: 0.3 } } }),
          afterModel: ({ content, ...response }) => ({
            change: { ...response, content: content && 'Changed.' },
          }),
          onOutput: ({ text }) => ({ change: { text: `${text}!` } }),
        },
      ],
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Changed.!' });
    expect(result.messages.at(-1)).toEqual({ role: 'assistant', content: 'Changed.!' });
    expect(llmClient.requests[0]).toMatchObject({
      messages: [{ content: 'go on' }],
      options: { temperature: 0.3 },
    });
  });

  it('answers a call instead of the tool, and changes the result of a tool', async () => {
    const { agent, toolRegistry } = setupOf({
      ...config,
      policies: [
        { name: 'mask', afterTool: ({ result }) => ({ change: { result: `<${result}>`, error: null } }) },
        { name: 'stub', beforeTool: () => ({ answer: { result: 'stubbed', error: null } }) },
      ],
    });
    const { toolCalls } = await agent.run('go');
    expect(toolCalls).toMatchObject([{ outcome: { result: '<stubbed>' } }]);
    expect(toolRegistry.executed).toEqual([]);
  });

  it('changes the arguments of a call, which its record then shows', async () => {
    const { agent, toolRegistry } = setupOf({
      ...config,
      policies: [{ name: 'clamp', beforeTool: ({ args }) => ({ change: { ...args, limit: 10 } }) }],
    });
    const { toolCalls } = await agent.run('go');
    expect(toolRegistry.executed).toEqual([{ name: 'look', args: { limit: 10 } }]);
    expect(toolCalls).toMatchObject([{ arguments: '{"limit":10}' }]);
  });

  it('answers a call before it counts toward the limit, and before policies earlier in the list see it', async () => {
    const denied = { result: null, error: 'denied' };
    const policies: Policy[] = [
      { name: 'front', beforeTool: fails },
      { name: 'deny', beforeTool: () => ({ answer: denied }) },
    ];
    const { agent } = setupOf({ ...config, budget: { toolCalls: 0 }, policies });
    expect(await agent.run('go')).toMatchObject({ status: 'completed', toolCalls: [{ outcome: denied }] });
  });

  it('answers in place of the model, and the run costs nothing', async () => {
    const { agent, llmClient } = setupOf({
      ...config,
      policies: [{ name: 'canned', beforeModel: () => ({ answer: 'Closed today.' }) }],
    });
    expect(await agent.run('go')).toMatchObject({ status: 'completed', finalResponse: 'Closed today.' });
    expect(llmClient.requests).toEqual([]);
  });

  it('refuses a call and an outcome, and the model reads why', async () => {
    const before = await run({ name: 'deny', beforeTool: () => ({ refuse: 'not on Sundays' }) });
    expect(before.messages).toContainEqual(
      expect.objectContaining({ role: 'tool', content: 'Tool error: not on Sundays' }),
    );
    const after = await run({ name: 'deny', afterTool: () => ({ refuse: 'too long' }) });
    expect(after).toMatchObject({ status: 'completed', toolCalls: [{ outcome: { error: 'too long' } }] });
  });

  it('refuses the input: the model is not asked, and nothing is remembered', async () => {
    const { agent, llmClient } = setupOf({
      ...config,
      policies: [{ name: 'guard', onInput: () => ({ refuse: 'off topic' }) }],
    });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'refused', stoppedBy: 'guard', stopReason: 'off topic' });
    expect(llmClient.requests).toEqual([]);
    expect(agent.memory).toEqual([]);
  });

  it('refuses an answer: the model is asked again with the reason, and the refused one is not remembered', async () => {
    const policies: Policy[] = [
      { name: 'guard', onOutput: ({ text }) => (text.includes('fox') ? { refuse: 'no foxes' } : undefined) },
    ];
    const { agent, llmClient } = setupOf({ ...config, policies }, ['A fox.', 'A hen.']);
    expect(await agent.run('go')).toMatchObject({ status: 'completed', finalResponse: 'A hen.' });
    expect(llmClient.requests[1]?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: 'A fox.' },
      { role: 'user', content: expect.stringContaining('no foxes') },
    ]);
    expect(agent.memory.map(({ content }) => content)).toEqual(['go', 'A hen.']);
  });

  it('refuses answers as often as outputRetries allows; then the run is refused, without the text', async () => {
    const policies: Policy[] = [{ name: 'guard', onOutput: () => ({ refuse: 'no foxes' }) }];
    const { agent } = setupOf({ ...config, policies }, ['A fox.', 'Two foxes.']);
    const result = await agent.run('go', { outputRetries: 1 });
    expect(result).toMatchObject({ status: 'refused', stoppedBy: 'guard', finalResponse: '' });
    expect(JSON.stringify(result)).not.toMatch(/A fox|Two foxes/);
  });

  it('pauses the run for a person with a reason, before any call of the reply is executed', async () => {
    const call = (id: string, name: string) => ({ id, name, arguments: {} });
    const script = [{ toolCalls: [call('a', 'other'), call('b', 'look')] }, 'Done.'];
    const ask: Policy = {
      name: 'ask',
      beforeTool: ({ name }) => (name === 'look' ? { askApproval: 'it looks' } : undefined),
    };
    const { agent, toolRegistry } = setupOf({ ...config, policies: [ask] }, script);
    const result = await agent.run('go');
    expect(result).toMatchObject({
      status: 'paused',
      paused: { pending: [{ callId: 'b', reason: 'it looks' }] },
    });
    expect(toolRegistry.executed).toEqual([]);
    const resumed = await agent.resume(JSON.parse(JSON.stringify(result.paused)), { b: { approved: true } });
    expect(resumed.status).toBe('completed');
    expect(toolRegistry.executed.map(({ name }) => name).sort()).toEqual(['look', 'other']);
  });

  it('is asked for an outcome when the turn of the call has come, and may leave it to the tool', async () => {
    const asked: string[] = [];
    const late = (name: string, error?: string): Policy => ({
      name,
      beforeTool: () => ({
        answer: async () => {
          asked.push(name);
          return error === undefined ? undefined : { result: null, error };
        },
      }),
    });
    const { agent, toolRegistry } = setupOf({ ...config, policies: [late('near', 'cached'), late('far')] });
    expect(await agent.run('go')).toMatchObject({ toolCalls: [{ outcome: { error: 'cached' } }] });
    expect(asked).toEqual(['far', 'near']);
    expect(toolRegistry.executed).toEqual([]);
  });

  it.each([
    ['onInput', 0],
    ['beforeModel', 0],
    ['afterModel', 1],
    ['beforeTool', 1],
    ['afterTool', 1],
    ['onOutput', 2],
  ] as const)('ends the run in %s, and is named', async (hook, requests) => {
    const policies: Policy[] = [{ name: 'enough', [hook]: () => ({ end: 'over budget' }) }];
    const { agent, llmClient, toolRegistry } = setupOf({ ...config, policies });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'stopped', stoppedBy: 'enough', stopReason: 'over budget' });
    expect(result).toMatchObject({ finalResponse: '', iteration: requests });
    expect(llmClient.requests).toHaveLength(requests);
    expect(toolRegistry.executed).toHaveLength(['afterTool', 'onOutput'].includes(hook) ? 1 : 0);
  });

  // M2
  it.each([
    ['beforeTool', 'The run failed, so this call was not executed.'],
    ['afterTool', 'The run failed during this call, which may have been executed.'],
  ] as const)('that throws in %s is not quoted in the result of the call', async (hook, error) => {
    const result = await run({ name: 'bad', [hook]: fails });
    expect(result.toolCalls).toMatchObject([{ outcome: { error } }]);
    expect(JSON.stringify(result.messages)).not.toContain('no luck');
  });

  it.each(['afterModel', 'beforeTool', 'afterTool', 'onOutput'] as const)(
    'that throws in %s ends the run with the error',
    async (hook) => {
      const result = await run({ name: 'bad', [hook]: fails });
      expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
      expect(result.errors).toEqual(["The policy 'bad' threw an error: no luck"]);
    },
  );

  it.each(['onInput', 'beforeModel'] as const)(
    'that throws in %s before the first request ends the run with the error',
    async (hook) => {
      const result = await run({ name: 'bad', [hook]: fails });
      expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    },
  );

  it.each([
    ['true', true],
    ['two verdicts', { refuse: 'a', end: 'b' }],
    ['an unknown one', { deny: 'a' }],
    ['a reason that is no text', { end: 7 }],
  ])('that returns %s in plain JavaScript has failed', async (_name, verdict) => {
    // No policy in TypeScript could.
    const bad = { name: 'bad', beforeTool: () => verdict, onOutput: () => verdict } as unknown as Policy;
    const result = await run(bad);
    expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    expect(result.errors).toEqual([expect.stringContaining('not a verdict of this hook')]);
  });
});

// H2
describe('a policy that acts', () => {
  it('is named in an event, and one that lets through is not', async () => {
    const policies: Policy[] = [
      { name: 'silent', beforeModel: () => undefined, onOutput: async () => {} },
      { name: 'deny', beforeTool: () => ({ refuse: 'no' }) },
      { name: 'polite', onInput: (input) => ({ change: { ...input, content: 'please' } }) },
      { name: 'bad', afterTool: fails },
    ];
    const events = await collect(setupOf({ policies }).agent.runStream('go'));
    expect(events[0]).toMatchObject({ type: 'run-start', input: 'please' });
    expect(policyEvents(events)).toEqual([
      { policy: 'polite', hook: 'onInput', action: 'change' },
      { policy: 'deny', hook: 'beforeTool', action: 'refuse', callId: 'a', reason: 'no' },
      { policy: 'bad', hook: 'afterTool', action: 'fail', callId: 'a', reason: 'no luck' },
    ]);
  });

  it('in onInput is named after run-start, also if another one has to be waited for', async () => {
    const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 2));
    const policies: Policy[] = [
      { name: 'slow', onInput: wait },
      { name: 'polite', onInput: (input) => ({ change: { ...input, content: 'please' } }) },
    ];
    const events = await collect(setupOf({ policies }).agent.runStream('go'));
    expect(events.slice(0, 2)).toMatchObject([{ type: 'run-start', input: 'please' }, { policy: 'polite' }]);
  });

  it('in place of the model is part of the text stream', async () => {
    const policies: Policy[] = [
      {
        name: 'canned',
        beforeModel: (_, { state }) => (state.iteration > 1 ? { answer: 'Closed.' } : undefined),
      },
    ];
    const { agent } = setupOf({ policies }, [{ ...CALL, text: 'Looking. ' }]);
    let text = '';
    for await (const piece of agent.runStream('go').textStream) text += piece;
    expect(text).toBe('Looking. Closed.');
  });

  it('sees the run as it is: iteration, calls, messages, usage and the agent', async () => {
    const seen: unknown[] = [];
    const watch: Policy = {
      name: 'watch',
      beforeModel: (_, { agent, state: { iteration, toolCalls, messages, usage, runId } }) =>
        void seen.push([
          agent,
          iteration,
          toolCalls.length,
          messages.length,
          usage.inputTokens,
          runId !== '',
        ]),
    };
    const script = [{ ...CALL, usage: { inputTokens: 7, outputTokens: 1 } }, 'Done.'];
    await setupOf({ policies: [watch], name: 'clerk' }, script).agent.run('go');
    expect(seen).toEqual([
      ['clerk', 1, 0, 1, 0, true],
      ['clerk', 2, 1, 3, 7, true],
    ]);
  });
});

// H2
describe('text that policies have not seen', () => {
  const guard: Policy = {
    name: 'guard',
    onOutput: ({ text }) => (text.includes('fox') ? { refuse: 'no foxes' } : undefined),
  };
  const shown = async (policies: readonly Policy[]) => {
    const { agent } = setupOf({ policies }, ['A fox.', 'A hen.']);
    const events = await collect(agent.runStream('go'));
    return events.flatMap((event) =>
      event.type === 'text-delta'
        ? [event.text]
        : event.type === 'message' && event.message.role === 'assistant'
          ? [`(${event.message.content})`]
          : [],
    );
  };

  it('is not streamed; an accepted answer is shown as a whole', async () => {
    expect(await shown([guard])).toEqual(['A hen.', '(A hen.)']);
    const { agent } = setupOf({ policies: [guard] }, ['A fox.', 'A hen.']);
    let text = '';
    for await (const piece of agent.runStream('go').textStream) text += piece;
    expect(text).toBe('A hen.');
  });

  it('is streamed if all policies agree', async () => {
    expect((await shown([{ ...guard, streaming: 'show' }])).join('')).toBe('A fox.A hen.(A hen.)');
  });
});

// H2
describe.each<PolicyHook>(['onInput', 'beforeModel', 'afterModel', 'beforeTool', 'afterTool', 'onOutput'])(
  'a policy that hangs in %s',
  (hook) => {
    const hangs: Policy = { name: 'stuck', [hook]: () => new Promise(() => {}) };

    it('ends when the run is aborted', async () => {
      const controller = new AbortController();
      const policy: Policy = {
        name: 'stuck',
        [hook]: () => {
          setImmediate(() => controller.abort());
          return new Promise(() => {});
        },
      };
      const result = await setupOf({ policies: [policy] }).agent.run('go', { signal: controller.signal });
      expect(result.status).toBe('aborted');
    });

    it.each(['stop', 'force-answer'] as const)(
      'ends with the time of the run, onLimit: %s',
      async (onLimit) => {
        const { agent } = setupOf({ policies: [hangs], onLimit, budget: { timeMs: 20 } });
        const result = await agent.run('go');
        expect(result).toMatchObject({ limit: 'time' });
        expect(result.status).toBe('limit');
      },
    );
  },
);

// H2
it('a policy that answers for a call that is over is ignored with a warning, and the call keeps its outcome', async () => {
  let release: () => void = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  const policy: Policy = {
    name: 'slow',
    beforeTool: () => ({ answer: () => late.then(() => ({ result: 'too late', error: null })) }),
    beforeModel: (_, { state }) => {
      if (state.iteration < 2) return undefined;
      release();
      return late.then(() => undefined);
    },
  };
  const { agent } = setupOf({ policies: [policy], toolTimeoutMs: 5 });
  const events = await collect(agent.runStream('go'));
  expect(events.at(-1)).toMatchObject({
    result: {
      status: 'completed',
      toolCalls: [{ outcome: { error: expect.stringContaining('abandoned') } }],
    },
  });
  expect(events).toContainEqual({
    type: 'warning',
    message: expect.stringContaining("the call 'a' to look"),
  });
});

it.each([
  ['no list', {}, "'policies' must be a list."],
  ['no name', [{ onInput: () => undefined }], "'policies[0]' has no name."],
  ['a misspelt hook', [{ name: 'a', beforeTools: () => undefined }], "has no option 'beforeTools'"],
])('refuses policies with %s', (_, policies, message) => {
  // Configurations from plain JavaScript can be anything.
  const config = { llmClient: scriptedModel([]), policies: policies as unknown as Policy[] };
  expect(() => new Agent(config)).toThrow(message);
});

// H2
it('a paused run is not resumed without a policy that it was paused under', async () => {
  const ask: Policy = { name: 'ask', beforeTool: () => ({ askApproval: true }) };
  const { agent } = setupOf({});
  const options: RunOptions = { policies: [ask] };
  const { paused } = await agent.run('go', options);
  const decisions = { a: { approved: true } } as const;
  await expect(agent.resume(paused, decisions)).rejects.toMatchObject({ code: 'STALE_RUN' });
  expect(await agent.resume(paused, decisions, options)).toMatchObject({ status: 'completed' });
});

// K6
it('a policy can ask another model, which it makes of that of the agent', async () => {
  const other = scriptedModel(['From the other.']);
  const llmClient = Object.assign(scriptedModel([]), { withModel: () => other });
  const agent = new Agent({
    llmClient,
    policies: [
      {
        name: 'change-model',
        beforeModel: (request, { client }) => ({
          change: { ...request, client: client.withModel?.('other') },
        }),
      },
    ],
  });
  expect((await agent.run('hi')).finalResponse).toBe('From the other.');
});
