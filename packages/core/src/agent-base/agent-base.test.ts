import { type AgentEvent, describeUnknown, type RunInfo } from '@toolwright/contract';
import { createClient } from '@toolwright/llm';
import { scriptedModel } from '@toolwright/llm/testing';
import { Prompt } from '@toolwright/prompts';
import ts from 'typescript';
import { asyncContexts } from '../../../../scripts/async-contexts.mjs';
import { agentCall } from '../agent-call/agent-call.js';
import { withServedModel } from '../agent-call/serve-model.test.support.js';
import { parsers } from '../parsers/parsers.js';
import { AgentBase, type AgentBaseCallOptions, type AgentBaseConfig } from './agent-base.js';
import { AgentRegistry, agents, buildAgent } from './agent-registry.js';
import { agent, registerAgent } from './register-agent.js';

const steps = new Prompt({
  template: 'Plan: {task}',
  parser: parsers.json<string[]>({ type: 'array', items: { type: 'string' } }),
});

const team = new AgentRegistry();

@registerAgent(team)
class Planner extends AgentBase<string, string> {
  static readonly agentType: string = 'planner';
  static readonly agentGroup = ['writer', 'critic'];

  override async call(task: string, { signal }: AgentBaseCallOptions = {}): Promise<string> {
    const { output } = await agentCall({ ...this.callContext, prompt: steps, vars: { task }, signal });
    const { finalResponse } = await this.getAgent('writer').run(output.join(', '));
    const { finalResponse: verdict } = await this.getAgent('critic').run(finalResponse);
    return `${finalResponse} (${verdict})`;
  }
}

function recorded() {
  const log: { readonly event: AgentEvent; readonly run: RunInfo }[] = [];
  return { log, logger: { log: (event: AgentEvent, run: RunInfo) => void log.push({ event, run }) } };
}
const usage = { inputTokens: 2, outputTokens: 1 };
const script = () =>
  scriptedModel([
    { text: '["a","b"]', usage },
    { text: 'A, then B.', usage },
    { text: 'good', usage },
  ]);

// C11
describe('the types of an agent', () => {
  class Counter extends AgentBase<number, readonly string[]> {
    static readonly agentType = 'counter';
    readonly start: number;

    constructor(config: AgentBaseConfig & { readonly start: number }) {
      super(config);
      this.start = config.start;
    }

    override call(task: number): Promise<readonly string[]> {
      return Promise.resolve([String(this.start + task)]);
    }
  }
  const llmClient = scriptedModel([]);

  it('are those of the class that it is built from', async () => {
    const counter = buildAgent(Counter, { llmClient, start: 1 });
    const [said]: readonly string[] = await counter.call(2);
    expect([said, counter.start]).toEqual(['3', 1]);
    // @ts-expect-error: a task of a counter is a number
    await counter.call('2');
    // @ts-expect-error: a counter needs a start
    buildAgent(Counter, { llmClient });
  });

  it('are known to the registry that the class was added to', async () => {
    const registry = new AgentRegistry().register(Counter);
    const said: readonly string[] = await registry.build('counter', { llmClient }).call(2);
    expect(said).toEqual(['NaN']);
  });
});

// C11
describe('an agent of a custom type', () => {
  it('is built by its type, with the agents of its group, over HTTP', async () => {
    await withServedModel(['["a","b"]', 'A, then B.', 'good'], async ({ baseUrl, requests }) => {
      const llmClient = createClient({ provider: 'openai-compatible', model: 'local', baseUrl });
      const planner = team.build('planner', {
        llmClient,
        agents: { writer: { systemPrompt: 'Write.' }, critic: { systemPrompt: 'Judge.' } },
      });
      expect([planner.agentType, planner.agentGroup]).toEqual(['planner', ['writer', 'critic']]);
      expect(await planner.call('a trip')).toBe('A, then B. (good)');
      expect(requests.map(({ body }) => body.messages?.at(-1)?.content)).toEqual([
        'Plan: a trip',
        'a, b',
        'A, then B.',
      ]);
      expect(requests[1]?.body.messages?.[0]?.content).toBe('You are writer.\n\nWrite.');
    });
  });

  it('is logged: each call is a run, and its calls and agents are child runs', async () => {
    const { log, logger } = recorded();
    const planner = new Planner({ llmClient: script(), logger });
    await planner.call('a trip');
    const begun = log.filter(({ event }) => event.type === 'run-start').map(({ run }) => run);
    const [top, ...below] = begun;
    expect(begun.map((run) => run.agent)).toEqual(['planner', 'prompt', 'writer', 'critic']);
    expect(below.map(({ parentRunId }) => parentRunId)).toEqual(Array(3).fill(top?.runId));
    expect([log[0]?.run, log.at(-1)?.run]).toEqual([top, top]);
    expect(log[0]?.event).toMatchObject({ type: 'run-start', input: 'a trip' });
    expect(log.at(-1)?.event).toMatchObject({
      type: 'run-end',
      result: {
        status: 'completed',
        finalResponse: 'A, then B. (good)',
        iteration: 3,
        usage: { inputTokens: 6, outputTokens: 3 },
      },
    });
  });

  it('is logged when it fails, and throws the original error', async () => {
    const { log, logger } = recorded();
    const planner = new Planner({ llmClient: scriptedModel([{ error: new Error('down') }]), logger });
    await expect(planner.call('x')).rejects.toMatchObject({ code: 'PROVIDER_FAILED' });
    expect(log.at(-1)?.event).toMatchObject({
      type: 'run-end',
      result: { status: 'error', errors: ['down'] },
    });
    const signal = AbortSignal.abort();
    await expect(planner.call('x', { signal })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(log.at(-1)?.event).toMatchObject({ type: 'run-end', result: { status: 'aborted' } });
  });

  it('keeps concurrent calls apart, and ignores an error of the logger', async () => {
    const { log, logger } = recorded();
    const llmClient = scriptedModel.byInput((input) => [input.startsWith('Plan') ? '["s"]' : input]);
    const planner = new Planner({ llmClient, logger });
    await Promise.all(['a', 'b', 'c'].map((task) => planner.call(task)));
    const parents = new Map<string, number>();
    for (const { event, run } of log) {
      if (event.type !== 'run-start' || run.parentRunId === undefined) continue;
      parents.set(run.parentRunId, (parents.get(run.parentRunId) ?? 0) + 1);
    }
    expect([...parents.values()]).toEqual([3, 3, 3]);
    const broken = {
      log: () => {
        throw new Error('disk full');
      },
    };
    expect(await new Planner({ llmClient: script(), logger: broken }).call('x')).toBe('A, then B. (good)');
  });

  it('uses one async context for all agents of a process', async () => {
    const { logger } = recorded();
    const call = () => new Planner({ llmClient: script(), logger }).call('x');
    const contexts = await asyncContexts(() => Promise.all([call(), call(), call()]));
    expect(contexts.size).toBe(1);
  });

  it('logs once if a class calls its base class, and works without a logger', async () => {
    class Doubled extends Planner {
      static override readonly agentType = 'doubled';
      override async call(task: string): Promise<string> {
        return `${await super.call(task)}!`;
      }
    }
    const { log, logger } = recorded();
    expect(await new Doubled({ llmClient: script(), logger }).call('x')).toBe('A, then B. (good)!');
    expect(log.filter(({ run }) => run.agent === 'doubled')).toHaveLength(2);
    const silent = new Doubled({ llmClient: script() });
    expect(await silent.call('x')).toBe('A, then B. (good)!');
    expect(Object.keys(silent)).toEqual([]);
  });

  it('refuses agents that are not in its group', async () => {
    const llmClient = script();
    expect(() => new Planner({ llmClient, agents: { editor: {} } })).toThrow(
      "'editor' is not in the agent group of 'planner'. Agents in the group: writer, critic.",
    );
    class Loner extends AgentBase {
      override async call(): Promise<unknown> {
        return this.getAgent('writer');
      }
    }
    const loner = new Loner({ llmClient });
    expect([loner.agentType, loner.agentGroup]).toEqual(['Loner', []]);
    await expect(loner.call()).rejects.toThrow(
      "'writer' is not in the agent group of 'Loner'. Agents in the group: none.",
    );
    expect(() => Reflect.construct(Loner, [{}])).toThrow("'llmClient' is missing.");
  });
});

// C11
describe('the types of agents', () => {
  class Echo extends AgentBase<string, string> {
    static readonly agentType = 'echo';
    override async call(task: string): Promise<string> {
      return task;
    }
  }
  class Other extends Echo {}
  class Nameless extends AgentBase {
    override async call(): Promise<string> {
      return '';
    }
  }
  const config: AgentBaseConfig = { llmClient: scriptedModel([]) };

  it('are registered once', async () => {
    const registry = new AgentRegistry().register(Echo).register(Echo);
    expect(registry.listTypes()).toEqual(['echo']);
    expect(await registry.build('echo', config).call('hi')).toBe('hi');
    expect(() => registry.register(Other)).toThrow("The class Echo already uses the type 'echo'.");
    // @ts-expect-error a class without a type
    expect(() => registry.register(Nameless)).toThrow("The class Nameless has no 'agentType'.");
    expect(registry.find('echo')).toBe(Echo);
  });

  it('that are unknown are reported with those that exist', () => {
    expect(() => new AgentRegistry().build('x', config)).toThrow(describeUnknown('Agent', 'x', []).message);
    expect(() => team.build('x', config)).toThrow(describeUnknown('Agent', 'x', ['planner']).message);
  });

  it.each(['standard', 'legacy'] as const)('are registered by %s decorators', (decorators) => {
    const registry = new AgentRegistry();
    const type = `by-${decorators}`;
    decorate({ decorators, decorator: 'registerAgent(registry)', type }, { registerAgent, registry });
    expect(registry.listTypes()).toEqual([type]);
    decorate({ decorators, decorator: 'agent', type }, { agent });
    // The deprecated decorator registers globally, and `registerAgent` does not.
    expect(agents.listTypes()).toContain(type);
    expect(agents.listTypes()).not.toContain('planner');
    expect(buildAgent(type, config).agentType).toBe(type);
  });

  it('can only be registered from classes, and only in a registry', () => {
    expect(() => Reflect.apply(registerAgent(team), undefined, [{}])).toThrow(
      '@registerAgent can only decorate a class.',
    );
    // @ts-expect-error: written without its registry
    expect(() => registerAgent(Echo)).toThrow('@registerAgent needs a registry.');
  });
});

/** Runs a decorated class in the form that TypeScript emits. */
function decorate(
  {
    decorators,
    decorator,
    type,
  }: { readonly decorators: string; readonly decorator: string; readonly type: string },
  scope: Readonly<Record<string, unknown>>,
): void {
  const source = `@${decorator} class Made extends AgentBase { static agentType = '${type}'; async call(task) { return task; } }`;
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      experimentalDecorators: decorators === 'legacy',
    },
  });
  new Function('AgentBase', ...Object.keys(scope), outputText)(AgentBase, ...Object.values(scope));
}
