import { readdirSync } from 'node:fs';
import type { RunResult } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import type { AgentConfig } from '../agent/agent-config.js';
import { readConfig } from '../agent/read-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { Memory } from '../memory/memory.js';
import { runLoop } from '../run/loop.js';
import { openRun } from '../run/open-run.js';
import type { RunSetup } from '../run/run-setup.js';
import type { Policy } from './policy.js';

/** Turns on each policy that an option controls. */
const ALL_ON: Partial<AgentConfig> = { dedupe: 'per-run' };

const CALL: ScriptStep = { toolCalls: [{ id: 'a', name: 'look', arguments: {} }] };

function setupOf(config: Partial<AgentConfig>, policies: readonly Policy[]) {
  const llmClient = scriptedModel([CALL, 'Done.']);
  const toolRegistry = stubTools({ look: () => 'seen' });
  const settings = { ...readConfig({ llmClient, toolRegistry, ...config }), policies };
  const setup: RunSetup = {
    settings,
    memory: new Memory(),
    input: { role: 'user', content: 'go' },
    options: {},
    streaming: false,
  };
  return { setup, llmClient, toolRegistry };
}

function fails(): never {
  throw new Error('no luck');
}

// H2
describe.each([
  ['beside those of every run', {}],
  ['beside all built-in ones', ALL_ON],
])('a policy %s', (_, config) => {
  const run = async (...policies: readonly Policy[]): Promise<RunResult> =>
    runLoop(setupOf(config, policies).setup);

  it('that is first in the list sees requests and calls last, and responses and outcomes first', async () => {
    const seen: string[] = [];
    const note = (what: string) => {
      return <T>(value: T): T => {
        seen.push(what);
        return value;
      };
    };
    const watcher = (name: string): Policy => ({
      name,
      onInput: note(`input ${name}`),
      beforeModel: note(`request ${name}`),
      afterModel: note(`response ${name}`),
      needsApproval: () => seen.push(`approval ${name}`) < 0,
      beforeTool: async () => void seen.push(`call ${name}`),
      afterTool: note(`outcome ${name}`),
      onOutput: () => void seen.push(`answer ${name}`),
    });
    await run(watcher('first'), watcher('last'));
    const requests = ['request last', 'request first', 'response first', 'response last'];
    expect(seen).toEqual([
      ...['input last', 'input first', ...requests],
      ...['approval first', 'approval last'],
      ...['call last', 'call first', 'outcome first', 'outcome last', ...requests],
      ...['answer first', 'answer last'],
    ]);
  });

  it('changes the request to the model and its response', async () => {
    const { setup, llmClient } = setupOf(config, [
      {
        name: 'redact',
        onInput: (input) => ({ ...input, content: 'go on' }),
        beforeModel: (request) => ({ ...request, tools: [] }),
        afterModel: ({ content, ...response }) => ({ ...response, content: content && 'Changed.' }),
      },
    ]);
    expect(await runLoop(setup)).toMatchObject({ status: 'completed', finalResponse: 'Changed.' });
    expect(llmClient.requests[0]).toMatchObject({ messages: [{ content: 'go on' }], tools: [] });
  });

  it('answers a call instead of the tool, and changes the result of a tool', async () => {
    const { setup, toolRegistry } = setupOf(config, [
      { name: 'mask', afterTool: ({ result }) => ({ result: `<${result}>`, error: null }) },
      { name: 'stub', beforeTool: () => ({ outcome: { result: 'stubbed', error: null } }) },
    ]);
    const { toolCalls } = await runLoop(setup);
    expect(toolCalls).toMatchObject([{ outcome: { result: '<stubbed>' } }]);
    expect(toolRegistry.executed).toEqual([]);
  });

  it('answers a call before it counts toward the limit, and before policies earlier in the list see it', async () => {
    const denied = { outcome: { result: null, error: 'denied' } };
    const { setup } = setupOf({ ...config, budget: { toolCalls: 0 } }, [
      { name: 'front', beforeTool: fails },
      { name: 'deny', beforeTool: () => denied },
    ]);
    expect(await runLoop(setup)).toMatchObject({ status: 'completed', toolCalls: [denied] });
  });

  it('pauses the run for a person', async () => {
    const result = await run({ name: 'ask', needsApproval: ({ call }) => call.name === 'look' });
    expect(result).toMatchObject({ status: 'paused', paused: { pending: [{ callId: 'a' }] } });
  });

  it.each(['beforeTool', 'afterTool'] as const)(
    'that throws in %s answers the call with the error',
    async (hook) => {
      const result = await run({ name: 'bad', [hook]: fails });
      expect(result).toMatchObject({ status: 'completed', toolCalls: [{ outcome: { error: 'no luck' } }] });
    },
  );

  it.each(['afterModel', 'needsApproval', 'onOutput'] as const)(
    'that throws in %s ends the run with the error',
    async (hook) => {
      const result = await run({ name: 'bad', [hook]: fails });
      expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
      expect(result.errors).toEqual(["The policy 'bad' threw an error: no luck"]);
    },
  );

  it.each(['onInput', 'beforeModel'] as const)(
    'that throws in %s before the first request fails the run',
    async (hook) => {
      await expect(run({ name: 'bad', [hook]: fails })).rejects.toMatchObject({ code: 'CALLBACK_FAILED' });
    },
  );
});

it('every file of this folder defines a policy of the same name, which a run uses with its option in ALL_ON', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const names = files.map((name) => name.replace('.ts', '')).filter((name) => name !== 'policy');
  const { policies } = openRun(setupOf(ALL_ON, []).setup).ports;
  expect(policies.map(({ name }) => name).sort()).toEqual(names);
});
