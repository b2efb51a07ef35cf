import type { AgentEvent, JsonObject } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import fc from 'fast-check';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import type { PolicyCall } from '../policies/policy.js';
import { collect } from '../run/collect.test.support.js';
import type { ToolSource } from './tool-source.js';

const ARGS = { customer: 'Ada', amount: 900 };
const TWICE = JSON.stringify(JSON.stringify(ARGS));

/** `refund(customer, amount)`, formerly `payBack(client, amount)`. All arguments may be left out. */
function agentFor(script: readonly ScriptStep[], config: Partial<AgentConfig> = {}, needsApproval = false) {
  const executed: unknown[] = [];
  const refund = new FunctionTool({
    name: 'refund',
    description: 'Refunds.',
    parameters: { type: 'object', properties: { customer: { type: 'string' }, amount: { type: 'number' } } },
    annotations: { needsApproval },
    was: { tool: ['payBack'], parameters: { client: 'customer' } },
    fn: (args: JsonObject) => {
      executed.push(args);
      return 'refunded';
    },
  });
  const toolRegistry = new ToolRegistry().register(refund);
  const agent = new Agent({ llmClient: scriptedModel([...script]), toolRegistry, ...config });
  return { agent, executed };
}

const call = (text: string, name = 'refund', id = 'c'): ScriptStep => ({
  toolCalls: [{ id, name, arguments: text }],
});

function limit(seen: PolicyCall[] = []) {
  return {
    name: 'limit',
    beforeTool: (one: PolicyCall) => {
      seen.push(one);
      return Number(one.args?.amount) > 100 ? { refuse: 'Too much.' } : undefined;
    },
  };
}

// H2
describe('arguments in a JSON string', () => {
  it.each([
    ['natively', call(TWICE), 'native'],
    ['as XML', `<tool_call>{"name":"refund","parameters":${JSON.stringify(TWICE)}}</tool_call>`, 'xml'],
    [
      'as JSON',
      `{"thought":"","action":"tool","tool_name":"refund","tool_input":${JSON.stringify(TWICE)},"response":null}`,
      'reasoning-json',
    ],
  ] as const)('are what a policy sees of a call that was written %s', async (_how, step, protocol) => {
    const seen: PolicyCall[] = [];
    const { agent, executed } = agentFor([step, 'Done.'], { policies: [limit(seen)], protocol });
    const { toolCalls } = await agent.run('go');
    expect(seen).toMatchObject([{ args: ARGS, isJson: true, arguments: JSON.stringify(ARGS) }]);
    expect(toolCalls).toMatchObject([{ arguments: JSON.stringify(ARGS), outcome: { error: 'Too much.' } }]);
    expect(executed).toEqual([]);
  });

  it('do not get past a policy in a stream, under former names, and the history has them', async () => {
    const old = JSON.stringify(JSON.stringify({ client: 'Ada', amount: 900 }));
    const seen: PolicyCall[] = [];
    const { agent, executed } = agentFor([call(old, 'payBack'), 'Done.'], { policies: [limit(seen)] });
    const events: AgentEvent[] = await collect(agent.runStream('go'));
    expect(seen).toMatchObject([{ name: 'refund', calledAs: 'payBack', args: ARGS }]);
    expect(executed).toEqual([]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'tool-call', arguments: JSON.stringify(ARGS) }),
    );
    expect(agent.memory[1]).toMatchObject({
      tool_calls: [{ function: { arguments: '{"client":"Ada","amount":900}' } }],
    });
  });

  it('are what a person sees, and what is executed then', async () => {
    const { agent, executed } = agentFor([call(TWICE), 'Done.'], {}, true);
    const { paused } = await agent.run('go');
    expect(paused?.pending).toMatchObject([{ arguments: JSON.stringify(ARGS) }]);
    await agent.resume(JSON.parse(JSON.stringify(paused)), { c: { approved: true } });
    expect(executed).toEqual([ARGS]);
  });

  it('count as a repetition of the same call', async () => {
    const script = [call(JSON.stringify(ARGS)), call(TWICE, 'refund', 'd'), 'Done.'];
    const { agent, executed } = agentFor(script, { dedupe: 'per-run' });
    const { toolCalls } = await agent.run('go');
    expect(toolCalls[1]).toMatchObject({ repeated: true });
    expect(executed).toEqual([ARGS]);
  });

  it('count toward the limit of calls', async () => {
    const { agent, executed } = agentFor([call(TWICE), 'Done.'], { budget: { toolCalls: 0 } });
    expect(await agent.run('go')).toMatchObject({ limit: 'tool-calls' });
    expect(executed).toEqual([]);
  });

  it('are an object for any source of tools', async () => {
    const given: unknown[] = [];
    const toolRegistry: ToolSource = {
      listTools: () => [],
      execute: async (_name, args) => {
        given.push(args);
        return { result: null, error: null };
      },
    };
    for (const text of [TWICE, 'null', ''])
      await new Agent({ llmClient: scriptedModel([call(text), 'Done.']), toolRegistry }).run('go');
    expect(given).toEqual([ARGS, {}, {}]);
  });
});

const SPACE = fc.constantFrom('', '', '', ' ', '\n\t', '\uFEFF', '\u00A0', '\0');
const OBJECT = fc.record(
  { customer: fc.string(), client: fc.string(), amount: fc.oneof(fc.integer(), fc.constant('7')) },
  { requiredKeys: [] },
);
const quote = (text: string): string => JSON.stringify(text);
/** Quotes are the most frequent. */
const WRAPS: readonly ((text: string) => string)[] = [
  (text) => text,
  quote,
  quote,
  quote,
  quote,
  quote,
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text) => `[${text}]`,
  (text) => `{"arguments":${text}}`,
  (text) => text.slice(0, -1),
  (text) => text.slice(1, -1),
  (text) => `${text}${text}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace('}', ',}'),
  (text) => text.replace('{', '{"amount":1,"amount":2,'),
  (text) => text.replace('{', '{"amount":12345678901234567890,'),
];
const BARE = fc.constantFrom('', 'null', '""', '"null"', 'undefined', '0', '"5"', 'true', '[]', '{}');
const WRITTEN = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: OBJECT.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.oneof(BARE, fc.string(), fc.json()) },
    ),
    fc.array(fc.tuple(fc.constantFrom(...WRAPS), SPACE, SPACE), { maxLength: 3 }),
  )
  .map(([inner, wraps]) => wraps.reduce((text, [wrap, before, after]) => before + wrap(text) + after, inner));

// H2
it('what a policy sees is what the tool is executed with, or the call is refused', async () => {
  let ran = 0;
  let unwrapped = 0;
  await fc.assert(
    fc.asyncProperty(WRITTEN, fc.constantFrom('refund', 'payBack'), async (text, name) => {
      const seen: PolicyCall[] = [];
      const policies = [limit(seen)];
      const { agent, executed } = agentFor([call(text, name), 'Done.'], { policies, earlyRefusal: 'off' });
      const { toolCalls, messages } = await agent.run('go');
      const [record] = toolCalls;
      const sent = messages.flatMap((message) =>
        message.role === 'assistant' ? (message.tool_calls ?? []) : [],
      );
      for (const one of sent) expect(JSON.parse(one.function.arguments)).toEqual(expect.any(Object));
      if (executed.length === 0) {
        expect(record?.outcome.error).toEqual(expect.any(String));
        return;
      }
      ran += 1;
      if (text.trimStart().startsWith('"')) unwrapped += 1;
      const { args, isJson, arguments: shown } = seen[0] as PolicyCall; // it was asked
      expect(isJson).toBe(true);
      expect(JSON.parse(shown)).toEqual(args);
      expect(record?.arguments).toBe(shown);
      // The tool coerces the text of a number, which is not the policy's concern.
      const given = args && 'amount' in args ? { ...args, amount: Number(args.amount) } : args;
      expect(executed).toEqual([given]);
    }),
    { numRuns: 400 },
  );
  expect([ran > 0, unwrapped > 0]).toEqual([true, true]);
});
