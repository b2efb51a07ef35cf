import path from 'node:path';
import type { Manifest, RunResult, ToolContext } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Prompt } from '@toolwright/prompts';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { checkProgram } from '../../../tools/src/check-program.test.support.js';
import { Agent, type AgentConfig, agentCall, JoinedTools, type PolicyInfo, parsers } from '../index.js';
import { Agent as AgentClass } from './agent.js';

// H1

interface Tenant {
  readonly tenant: string;
}
interface User {
  readonly user: { readonly id: number };
}
const tenant: Tenant = { tenant: 'acme' };
const user: User = { user: { id: 7 } };

class Orders {
  find(id: number, { app }: ToolContext<Tenant>): string {
    return `${app.tenant} ${id}`;
  }
}
class Clock {
  now(): string {
    return 'noon';
  }
}

interface Tools {
  find: { args: { id: number }; returns: string; context: Tenant; of: Orders };
  now: { args: Record<string, never>; returns: string; of: Clock };
}
declare const manifest: Manifest<Tools>;

const parameters = { type: 'object', properties: {} } as const;
const whoAmI = new FunctionTool({
  name: 'whoAmI',
  description: 'Names the user.',
  parameters,
  needsContext: true,
  fn: (_: object, { app }: ToolContext<User>) => `user ${app.user.id}`,
});
const users = () => new ToolRegistry().register(whoAmI);

/** Compiled but never run. */
const compileOnly = (..._functions: (() => unknown)[]): void => undefined;
const llmClient = scriptedModel([]);

it('a run must pass exactly the context that the registered tools ask for', () => {
  compileOnly(() => {
    const toolRegistry = new ToolRegistry(manifest).registerFrom(new Orders()).registerFrom(new Clock());
    const agent = new Agent({ llmClient, toolRegistry });
    agent.run('x', { context: tenant, maxTokens: 5 });
    agent.runStream('x', { context: { tenant: 'acme' } });
    agent.resume({}, {}, { context: tenant });
    agent.resumeStream({}, {}, { context: tenant });
    // @ts-expect-error the context is missing
    agent.run('x');
    // @ts-expect-error the context is missing
    agent.run('x', {});
    // @ts-expect-error not a tenant
    agent.run('x', { context: user });
    // @ts-expect-error no such option
    agent.run('x', { context: tenant, contxt: 5 });
    // @ts-expect-error the context is missing
    agent.runStream('x');
    // @ts-expect-error the context is missing
    agent.resume({}, {});
    // @ts-expect-error the context is missing
    agent.resumeStream({}, {}, {});
    const output: Promise<{ output?: number }> = agent.run('x', { context: tenant, output: {} as never });
    const any: Agent = agent;
    const clocks = new Agent({
      llmClient,
      toolRegistry: new ToolRegistry(manifest).registerFrom(new Clock()),
    });
    clocks.run('x');
    clocks.run('x', { context: 5 });
    const config: AgentConfig = { llmClient, toolRegistry };
    new Agent(config).run('x');
    // @ts-expect-error no such option
    new Agent({ llmClient, toolRegistri: toolRegistry });
    return [output, any];
  });
});

it('sub-agents and handoffs ask for the contexts of their tools', () => {
  compileOnly(() => {
    const toolRegistry = new ToolRegistry(manifest).registerFrom(new Orders());
    const orders = new Agent({ llmClient, toolRegistry, name: 'orders' });
    const people = new Agent({ llmClient, toolRegistry: users(), name: 'people' });
    const boss = new Agent({ llmClient, toolRegistry: new ToolRegistry(manifest).register(orders.asTool()) });
    boss.run('x', { context: tenant });
    // @ts-expect-error the context is missing
    boss.run('x');
    const desk = new Agent({ llmClient, handoffs: [orders.asHandoff(), people.asHandoff()] });
    desk.run('x', { context: { ...tenant, ...user } });
    // @ts-expect-error the user is missing
    desk.run('x', { context: tenant });
    const both = new Agent({ llmClient, toolRegistry, handoffs: [people.asHandoff()] });
    both.run('x', { context: { ...tenant, ...user } });
    // @ts-expect-error the tenant is missing
    both.run('x', { context: user });
  });
});

it('agents that can hand over to each other are not typed in a circle', () => {
  compileOnly(() => {
    const first: Agent = new Agent({ llmClient, handoffs: () => [second.asHandoff()] });
    const second: Agent = new Agent({ llmClient, handoffs: () => [first.asHandoff()] });
    const joined: ToolRegistry[] = [users()];
    const loose: JoinedTools = new JoinedTools([users()]);
    return [first, joined, loose];
  });
});

it('a run that a tool starts takes the context of that tool', () => {
  compileOnly(() => {
    const agent = new Agent({ llmClient, toolRegistry: users() });
    const start = (context: ToolContext<User>) => agent.run('x', { parent: context, context: context.app });
    // @ts-expect-error the context of the tool has another type
    const other = (context: ToolContext<Tenant>) => agent.run('x', { parent: context, context: context.app });
    return [start, other];
  });
});

it('several registries ask for all their contexts', () => {
  compileOnly(() => {
    const orders = new ToolRegistry(manifest).registerFrom(new Orders());
    const agent = new Agent({ llmClient, toolRegistry: new JoinedTools([orders, users()]) });
    agent.run('x', { context: { ...tenant, ...user } });
    // @ts-expect-error the user is missing
    agent.run('x', { context: tenant });
  });
});

describe('at run time', () => {
  const call = (name: string, args = {}) => ({ toolCalls: [{ id: name, name, arguments: args }] });
  const missing = (name: string) => ({
    code: 'MISSING_CONTEXT',
    blame: 'developer',
    message: `'${name}' needs a context, but the run has none. Pass it as a run option: agent.run(input, { context }).`,
  });
  const outcomes = (result: RunResult) =>
    result.toolCalls.map(({ outcome }) => outcome.result ?? outcome.error);

  it('the tools of a run read its context', async () => {
    const agent = new Agent({ llmClient: scriptedModel([call('whoAmI'), 'Seven.']), toolRegistry: users() });
    const result = await agent.run('Who am I?', { context: user });
    expect(outcomes(result)).toEqual(['user 7']);
    expect(JSON.stringify([agent.memory, result.messages])).not.toContain('"user":{"id"');
  });

  it('a run without a context is refused before the model is asked', async () => {
    const model = scriptedModel([]);
    const agent = new AgentClass({ llmClient: model, toolRegistry: users() });
    await expect(agent.run('x')).rejects.toMatchObject(missing('whoAmI'));
    expect(() => agent.runStream('x')).toThrow(expect.objectContaining(missing('whoAmI')));
    expect(model.requests).toEqual([]);
  });

  it('a run that offers no tool with a context needs none', async () => {
    const toolRegistry = users().register(
      new FunctionTool({ name: 'now', description: '', parameters, fn: () => 'noon' }),
    );
    const agent = new AgentClass({ llmClient: scriptedModel([call('now'), 'Noon.']), toolRegistry });
    expect(outcomes(await agent.run('x', { tools: ['now'] }))).toEqual(['noon']);
  });

  it('a sub-agent reads the context of the run above', async () => {
    const people = new Agent({
      name: 'people',
      llmClient: scriptedModel([call('whoAmI'), 'Seven.']),
      toolRegistry: users(),
    });
    const tools = new ToolRegistry().register(people.asTool());
    expect(tools.get('people')?.needsContext).toBe(true);
    const boss = new Agent({
      llmClient: scriptedModel([call('people', { task: 'Who?' }), 'Done.']),
      toolRegistry: tools,
    });
    expect(outcomes(await boss.run('x', { context: user }))).toEqual(['Seven.']);
    await expect(new AgentClass({ llmClient, toolRegistry: tools }).run('x')).rejects.toMatchObject(
      missing('people'),
    );
  });

  it('an agent that takes over reads the context, or ends the run without one', async () => {
    const office = () => {
      const people = new Agent({
        name: 'people',
        llmClient: scriptedModel([call('whoAmI'), 'Seven.']),
        toolRegistry: users(),
      });
      return { llmClient: scriptedModel([call('transfer_to_people')]), handoffs: [people.asHandoff()] };
    };
    const result = await new Agent(office()).run('x', { context: user });
    expect(outcomes(result).at(-1)).toBe('user 7');
    // The run had begun, so that it ends with the error.
    const { status, errors } = await new AgentClass(office()).run('x');
    expect([status, errors]).toEqual(['error', [missing('whoAmI').message]]);
  });

  it('a paused run does not store its context, and is given it anew', async () => {
    const secret = { user: { id: 424_242 } };
    const create = (steps: readonly ScriptStep[]) => {
      const toolRegistry = new ToolRegistry().register(
        new FunctionTool({
          name: 'erase',
          description: 'Erases all.',
          parameters,
          annotations: { needsApproval: true },
          needsContext: true,
          fn: (_: object, { app }: ToolContext<User>) => `erased by ${app.user.id}`,
        }),
      );
      return new Agent({ llmClient: scriptedModel(steps), toolRegistry });
    };
    const { paused } = await create([call('erase')]).run('x', { context: secret });
    expect(JSON.stringify(paused)).not.toContain('424242');
    const resumed = await create(['Done.']).resume(paused, { erase: { approved: true } }, { context: user });
    expect(outcomes(resumed)).toEqual(['erased by 7']);
    const forgotten = create([]) as AgentClass;
    await expect(forgotten.resume(paused, { erase: { approved: true } })).rejects.toMatchObject(
      missing('erase'),
    );
  });

  it('policies see the context', async () => {
    const seen: unknown[] = [];
    const policies = [
      { name: 'watch', onInput: (_: unknown, { context }: PolicyInfo) => void seen.push(context) },
    ];
    await new Agent({ llmClient: scriptedModel(['Hi.']), policies }).run('x', { context: user });
    expect(seen).toEqual([user]);
  });

  it('a prompt call passes the context on', async () => {
    const prompt = new Prompt({ name: 'ask', template: 'Who am I?', parser: parsers.text });
    const model = scriptedModel([call('whoAmI'), 'Seven.']);
    const { calls } = await agentCall({ llmClient: model, prompt, toolRegistry: users(), context: user });
    expect(calls.map(({ result }) => result)).toEqual(['user 7']);
  });
});

it('the messages of the compiler name the tools', () => {
  const { messages } = checkProgram(
    `
    import { type Manifest, ToolRegistry } from '@toolwright/tools';
    import { Agent, type AgentConfig } from './index.js';
    interface Tenant { readonly tenant: string }
    interface User { readonly user: string }
    class Orders { find(id: number): string { return String(id); } }
    class Account { rename(name: string): string { return name; } }
    declare const manifest: Manifest<{
      find: { args: { id: number }; returns: string; context: Tenant; of: Orders };
      rename: { args: { name: string }; returns: string; context: User; of: Account };
    }>;
    declare const llmClient: AgentConfig['llmClient'];
    const toolRegistry = new ToolRegistry(manifest).registerFrom(new Orders()).registerFrom(new Account());
    const agent = new Agent({ llmClient, toolRegistry });
    agent.run('x');
    agent.run('x', {});
    agent.run('x', { context: { tenant: 'acme' } });
    agent.resume({}, {});
    `,
    path.resolve(import.meta.dirname, '..'),
  );
  const needs = 'NeedsContext<"find" | "rename", Tenant & User>';
  expect(messages).toEqual([
    `Argument of type 'string' is not assignable to parameter of type 'MissingContext<${needs}>'.`,
    `Argument of type '{}' is not assignable to parameter of type 'RunOptions<unknown, string> & ${needs}'.
  Property 'context' is missing in type '{}' but required in type '${needs}'.`,
    `Type '{ tenant: string; }' is not assignable to type 'Tenant & User & NeededBy<"find" | "rename">'.
  Property 'user' is missing in type '{ tenant: string; }' but required in type 'User'.`,
    `Argument of type '{}' is not assignable to parameter of type 'MissingContext<${needs}>'.
  Property '[MISSING]' is missing in type '{}' but required in type 'MissingContext<${needs}>'.`,
  ]);
});
