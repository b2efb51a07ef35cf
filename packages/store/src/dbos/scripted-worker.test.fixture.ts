/**
 * A worker that a test plays by messages: `[number, method, ...arguments]`, answered with `[number, value]` or `[number, null, error]`. Its
 * argument is a `ScriptedWorker` as JSON. The input of a run says what its model calls: `look,send|pay` is one reply with two calls, then one
 * with one call; then it answers with the results.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isToolwrightError, type LLMProvider, type ToolSource } from '@toolwright/contract';
import type { ApprovalDecisions } from '@toolwright/core';
import { durableAgent } from './durable-agent.js';
import type { RunQuery } from './find-runs.js';
import type { ScriptedAgent, ScriptedWorker } from './scripted-worker.test.support.js';
import { startWorker, type Worker } from './worker.js';

const { agents, outbox, ...options } = JSON.parse(process.argv[2] ?? '{}') as ScriptedWorker;
const write = (line: string): void => appendFileSync(outbox, `${line}\n`);

const defined = new Map(
  agents.map((agent) => {
    const config = { name: agent.name, llmClient: scriptedModel(), toolRegistry: scriptedTools(agent) };
    return [agent.name, durableAgent(config, { queue: agent.queue })];
  }),
);

function scriptedModel(): LLMProvider {
  return {
    generate: async (messages) => {
      const replies = String(messages.find(({ role }) => role === 'user')?.content).split('|');
      const made = messages.filter(({ role }) => role === 'assistant').length;
      const names = replies[made]?.split(',') ?? [];
      const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
      await setTimeout(20);
      return {
        content: names.length === 0 ? results.join('; ') : null,
        toolCalls: names.map((text, index) => {
          const [name = '', args = '{}'] = text.split('=');
          return { id: `${name}-${made}-${index}`, type: 'function', function: { name, arguments: args } };
        }),
        finishReason: names.length === 0 ? 'stop' : 'tool-calls',
      };
    },
  };
}

function scriptedTools({ tools = {} }: ScriptedAgent): ToolSource {
  const specs = Object.entries(tools).map(([name, { annotations = {}, properties = {}, was }]) => ({
    name,
    description: `The tool ${name}.`,
    parameters: { type: 'object' as const, properties, required: Object.keys(properties) },
    annotations,
    ...(was && { was }),
    source: { file: 'worker.ts', line: 1 },
  }));
  return {
    listTools: () => specs,
    execute: async (name, _args, { callId }) => {
      write(`${options.version ?? ''} ${name} ${callId}`.trim());
      await setTimeout(tools[name]?.takesMs ?? 0);
      return { result: `${name} done`, error: null };
    },
  };
}

let worker: Worker | undefined;
const agentOf = (name: string) => {
  const agent = defined.get(name);
  if (agent === undefined) throw new Error(`No agent ${name}`);
  return agent;
};
const methods = {
  startWorker: async () => {
    worker = await startWorker({ ...options, onError: (message) => write(`error ${message}`) });
  },
  start: async (agent: string, input: string, id: string) => (await agentOf(agent).start(input, { id })).id,
  result: async (agent: string, id: string) => await agentOf(agent).find(id).result(),
  pending: async (agent: string, id: string) => await agentOf(agent).find(id).pending(),
  decide: async (agent: string, id: string, decisions: ApprovalDecisions, question?: number) =>
    await agentOf(agent).find(id).decide(decisions, { question }),
  find: async (agent: string | null, query: RunQuery) =>
    await (agent === null ? worker : agentOf(agent))?.find(query as RunQuery<'waiting'>),
  retry: async (agent: string, id: string) => await agentOf(agent).find(id).retry(),
  deleteRuns: async (endedBefore: number) => await worker?.deleteRuns({ endedBefore: new Date(endedBefore) }),
  versions: async () => await worker?.versions(),
  takeOver: async () => await worker?.takeOver(),
  stop: async () => await worker?.stop(2000),
};

process.on('disconnect', () => process.exit(0));
process.on('message', async ([number, method, ...args]: [number, keyof typeof methods, ...unknown[]]) => {
  try {
    // The test passes what the method takes.
    const value = await (methods[method] as (...given: unknown[]) => Promise<unknown>)(...args);
    process.send?.([number, value ?? null]);
  } catch (error) {
    const code = isToolwrightError(error) ? error.code : 'untyped';
    const { message, hint } = error as { message: string; hint?: string };
    process.send?.([number, null, { code, message, hint }]);
  }
});
process.send?.('ready');
