import {
  type AgentEvent,
  describeUnknown,
  type JsonObject,
  type ToolAnnotations,
} from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import type { Policy } from '../policies/policy.js';
import { approve } from '../policies/shipped/approve.js';
import { limitTools } from '../policies/shipped/limit-tools.js';
import { maskTools } from '../policies/shipped/mask-tools.js';
import { separate } from '../policies/shipped/separate.js';
import { stopAt } from '../policies/stop/stop-when.js';
import { JoinedTools } from './joined-tools.js';
import { presentCalls } from './present-calls.js';
import type { ToolSource } from './tool-source.js';

/** `purge(path)`, formerly `erase(file)`. */
function registryOf(annotations: ToolAnnotations = {}) {
  const ran: unknown[] = [];
  const purge = new FunctionTool({
    name: 'purge',
    description: 'Purges.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, size: { type: 'integer' } },
      required: ['path'],
      additionalProperties: false,
    },
    annotations,
    was: { tool: ['erase'], parameters: { file: 'path' } },
    fn: (args: JsonObject) => {
      ran.push(args);
      return 'purged';
    },
  });
  const look = new FunctionTool({
    name: 'look',
    description: 'Looks.',
    parameters: { type: 'object', properties: {} },
    fn: () => 'seen',
  });
  return { ran, registry: new ToolRegistry().register(purge).register(look) };
}

const ERASE = { toolCalls: [{ id: 'e', name: 'erase', arguments: { file: 'a.txt' } }] };

async function runWith(config: Partial<AgentConfig> = {}, annotations: ToolAnnotations = {}) {
  const { ran, registry } = registryOf(annotations);
  const events: AgentEvent[] = [];
  const llmClient = scriptedModel([ERASE, 'Done.']);
  const logger = { log: (event: AgentEvent) => events.push(event) };
  const agent = new Agent({ llmClient, toolRegistry: registry, logger, ...config });
  const result = await agent.run('go');
  return { ran, registry, events, result, llmClient, agent };
}

// F6
describe('a call by a former name, in a run', () => {
  it('executes the tool, and shows its present name and which one was used', async () => {
    const { ran, events, result, llmClient } = await runWith();
    expect(ran).toEqual([{ path: 'a.txt' }]);
    expect(result.toolCalls).toMatchObject([
      { name: 'purge', calledAs: 'erase', arguments: '{"path":"a.txt"}', outcome: { result: 'purged' } },
    ]);
    const call = { name: 'purge', calledAs: 'erase', arguments: '{"path":"a.txt"}' };
    expect(events.find(({ type }) => type === 'tool-call')).toMatchObject(call);
    expect(events.find(({ type }) => type === 'tool-result')).toMatchObject({ name: 'purge' });
    const names = llmClient.requests[0]?.tools?.map(({ name }) => name);
    expect(names).toEqual(['purge', 'look']);
  });

  it('is what policies see under its present names', async () => {
    const seen: unknown[] = [];
    const { result, ran } = await runWith({
      policies: [
        {
          name: 'no-purging',
          beforeTool: ({ name, calledAs, args, tool }) => {
            seen.push([name, calledAs, args, tool?.name]);
            return name === 'purge' && args?.path === 'a.txt' ? { refuse: 'Not allowed.' } : undefined;
          },
        },
      ],
    });
    expect(seen).toEqual([['purge', 'erase', { path: 'a.txt' }, 'purge']]);
    expect(ran).toEqual([]);
    expect(result.toolCalls[0]?.outcome.error).toBe('Not allowed.');
  });

  it('is what the next policy sees after one has changed arguments under former names', async () => {
    const seen: unknown[] = [];
    const guard: Policy = {
      name: 'guard',
      beforeTool: ({ args }) => {
        seen.push(args);
        return args?.path === 'b.txt' ? { refuse: 'Not allowed.' } : undefined;
      },
    };
    const change = (args: JsonObject): Policy => ({ name: 'change', beforeTool: () => ({ change: args }) });
    const changed = await runWith({ policies: [guard, change({ file: 'b.txt' })] });
    expect(seen).toEqual([{ path: 'b.txt' }]);
    expect(changed.result.toolCalls[0]?.outcome.error).toBe('Not allowed.');
    const twice = await runWith({ policies: [guard, change({ file: 'b.txt', path: 'c.txt' })] });
    expect(twice.result.toolCalls[0]?.outcome.error).toContain("'file' is a former name of 'path'");
    for (const { ran } of [changed, twice]) expect(ran).toEqual([]);
  });

  it('asks for approval as a call by the present name does', async () => {
    const asked = await runWith({}, { needsApproval: true });
    expect(asked.result).toMatchObject({
      status: 'paused',
      paused: { pending: [{ name: 'purge', arguments: '{"path":"a.txt"}' }] },
    });
    expect(asked.ran).toEqual([]);
    await asked.agent.resume(asked.result.paused, { e: { approved: true } });
    expect(asked.ran).toEqual([{ path: 'a.txt' }]);
    const when = await runWith({ policies: [approve(({ name }) => name === 'purge')] });
    expect(when.result.status).toBe('paused');
  });

  it('runs alone if the tool is destructive, and counts as a repetition', async () => {
    const { registry, ran } = registryOf();
    const twice = {
      toolCalls: [
        { id: '1', name: 'erase', arguments: { file: 'a' } },
        { id: '2', name: 'purge', arguments: { path: 'a' } },
      ],
    };
    const llmClient = scriptedModel([twice, 'Done.']);
    const agent = new Agent({ llmClient, toolRegistry: registry, dedupe: 'per-run' });
    const { toolCalls } = await agent.run('go');
    expect(ran).toEqual([{ path: 'a' }]);
    expect(toolCalls[1]).toMatchObject({ repeated: true });
  });

  it('is refused if the tool may not be used, whatever the list calls it', async () => {
    const limited = await runWith({ policies: [limitTools(() => ['look'])] });
    expect(limited.result.toolCalls[0]?.outcome.error).toContain("'purge' is not available in this step");
    const masked = await runWith({ policies: [maskTools(() => ['look'])] });
    expect(masked.result.toolCalls[0]?.outcome.error).toContain("'purge' is not available now");
    for (const { ran } of [limited, masked]) expect(ran).toEqual([]);
  });

  it('is not let through by a list that names the former name', async () => {
    for (const policy of [limitTools(() => ['erase']), maskTools(() => ['erase'])]) {
      const { ran, result } = await runWith({ policies: [policy] });
      expect(ran).toEqual([]);
      expect(result.toolCalls[0]?.outcome.error).toContain('not available');
    }
    const { registry } = registryOf();
    const agent = new Agent({ llmClient: scriptedModel([]), toolRegistry: registry });
    const run = agent.run('go', { tools: ['erase'] });
    await expect(run).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    await expect(run).rejects.toThrow(describeUnknown('Tool', 'erase', []).problem);
  });

  it('does not reach a tool that had the name if another one has it, which the run may not use', async () => {
    const { registry, ran } = registryOf();
    registry.register(
      new FunctionTool({
        name: 'erase',
        description: 'Another one.',
        parameters: { type: 'object', properties: {} },
        fn: () => 'another',
      }),
    );
    const agent = new Agent({ llmClient: scriptedModel([ERASE, 'Done.']), toolRegistry: registry });
    const { toolCalls } = await agent.run('go', { tools: ['purge'] });
    expect(ran).toEqual([]);
    expect(toolCalls[0]?.outcome.error).toContain(describeUnknown('Tool', 'erase', []).problem);
  });

  it('ends the run by a rule that names the former name, whichever name the model used', async () => {
    const call = { toolCalls: [{ id: 'p', name: 'purge', arguments: { path: 'a' } }] };
    for (const step of [ERASE, call])
      for (const name of ['erase', 'purge']) {
        const llmClient = scriptedModel([step, 'Done.']);
        const { result } = await runWith({ llmClient, stopWhen: [stopAt.toolCalled(name)] });
        expect(result).toMatchObject({ status: 'stopped', stoppedBy: `tool-called:${name}` });
      }
  });

  it('is kept apart by rules that name former names, whichever name the model used', async () => {
    const purge = { toolCalls: [{ id: 'p', name: 'purge', arguments: { path: 'a' } }] };
    const look = { toolCalls: [{ id: 'l', name: 'look', arguments: {} }] };
    for (const step of [ERASE, purge]) {
      const out = separate({ untrusted: ['look'], waysOut: ['erase'] });
      const kept = await runWith({ llmClient: scriptedModel([look, step, 'Done.']), policies: [out] });
      expect(kept.ran).toEqual([]);
      expect(kept.result.toolCalls[1]?.outcome.error).toContain("'purge' can carry data out");
      const from = separate({ untrusted: ['erase'], waysOut: ['look'] });
      const read = await runWith({ llmClient: scriptedModel([step, look, 'Done.']), policies: [from] });
      expect(read.result.toolCalls[1]?.outcome.error).toContain("'purge' has brought in untrusted text");
    }
  });

  it('is refused if an argument has two names', async () => {
    const { registry, ran } = registryOf();
    const both = { toolCalls: [{ id: 'e', name: 'purge', arguments: { file: 'a', path: 'b' } }] };
    const agent = new Agent({ llmClient: scriptedModel([both, 'Done.']), toolRegistry: registry });
    const { toolCalls } = await agent.run('go');
    expect(ran).toEqual([]);
    expect(toolCalls[0]?.outcome.error).toBe(
      "Invalid arguments for 'purge': 'file' is a former name of 'path': send only 'path'.",
    );
  });
});

// F6
describe('presentCalls', () => {
  const { registry } = registryOf();
  const tools = registry.listTools();

  it('keeps the digits of numbers that JavaScript would change', () => {
    const text = '{"file":"a","size":12345678901234567890}';
    const args = { file: 'a', size: 12345678901234567000 };
    const [call] = presentCalls([{ id: '1', name: 'erase', text, args, isExact: false }], tools);
    expect(call?.text).toBe('{"path":"a","size":12345678901234567890}');
    expect(call?.args).toEqual({ path: 'a', size: 12345678901234567000 });
  });

  it('gives the same list if nothing has to change', () => {
    const calls = [{ id: '1', name: 'purge', text: '{"path":"a"}', args: { path: 'a' } }];
    expect(presentCalls(calls, tools)).toBe(calls);
    const broken = [{ id: '1', name: 'purge', text: '{"file"', args: undefined }];
    expect(presentCalls(broken, tools)).toBe(broken);
  });
});

// F6
it('joined tools give way to a tool of another source that has the name', async () => {
  const { registry } = registryOf();
  const other = new ToolRegistry().register(
    new FunctionTool({
      name: 'erase',
      description: 'Another one.',
      parameters: { type: 'object', properties: {} },
      fn: () => 'another',
    }),
  );
  const execution = {
    signal: new AbortController().signal,
    callId: '1',
    state: new Map(),
    timeoutMs: 1000,
    onLog: () => {},
    onProgress: () => {},
  };
  const joined = new JoinedTools([registry, other]);
  expect(await joined.execute('erase', {}, execution)).toMatchObject({ result: 'another' });
  // The caller is a tool that takes the joined tools, such as that of code mode.
  expect(await joined.execute('erase', {}, { ...execution, inner: 'runProgram' })).toMatchObject({
    result: 'another',
  });
  const alone = new JoinedTools([registry]);
  expect(await alone.execute('erase', { file: 'a' }, execution)).toMatchObject({ result: 'purged' });
});

// N4
it('of sources that give way to others, the first keeps a name, and all tools can be called', () => {
  const yielding = (...names: string[]): ToolSource => {
    let tools = names.map((name) => ({ name, description: name, parameters, annotations: {} }));
    return {
      listTools: () => tools,
      execute: async () => ({ result: null, error: null }),
      giveWay: (taken) => {
        if (tools.some(({ name }) => taken.has(name))) tools = tools.filter(({ name }) => !taken.has(name));
      },
    };
  };
  const parameters = { type: 'object', properties: {} } as const;
  const fixed = new ToolRegistry().register(
    new FunctionTool({ name: 'a', description: 'Fixed.', parameters, fn: () => 1 }),
  );
  const sources = [yielding('a', 'b', 'c'), fixed, yielding('a', 'c', 'd')] as const;
  const joined = new JoinedTools(sources);
  expect(joined.listTools().map(({ name }) => name)).toEqual(['b', 'c', 'a', 'd']);
  expect(joined.listTools()).toBe(joined.listTools());
  const within = new JoinedTools([yielding('a', 'e'), yielding('e', 'f')]);
  expect(new JoinedTools([fixed, within]).listTools().map(({ name }) => name)).toEqual(['a', 'e', 'f']);
});
