/**
 * A worker with policies and a context: `<database url> <outbox> <when> <context>`. It starts the run `r` unless it was started, approves
 * `pay` and refuses `burn`, and prints the result as JSON. `when` is `never`, or the place at which the process kills itself:
 * `before:N` for the Nth request that it sends to the model, `after:<tool>` for the effect of a tool.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { DBOS } from '@dbos-inc/dbos-sdk';
import type { LLMResponse, ToolContext } from '@toolwright/contract';
import type { Policy } from '@toolwright/core';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { durableAgent } from './durable-agent.js';
import { startWorker } from './worker.js';

const [databaseUrl = '', outbox = '', when = 'never', context = ''] = process.argv.slice(2);

async function pass(place: string): Promise<void> {
  if (when !== place) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}

const write = (line: string): void => appendFileSync(outbox, `${line}\n`);

const toolRegistry = new ToolRegistry();
for (const name of ['note', 'changed', 'answered', 'refused', 'pay', 'burn']) {
  const tool = new FunctionTool({
    name,
    description: `The tool ${name}.`,
    parameters: { type: 'object', properties: { to: { type: 'string' } } },
    annotations: { idempotent: true },
    needsContext: true,
    fn: async ({ to }: { to?: string }, { app }: ToolContext<{ user: string }>) => {
      write(`${name} ${to} for ${app.user}`);
      await pass(`after:${name}`);
      return `${name} ${to}`;
    },
  });
  toolRegistry.register(tool);
}

const policies: Policy[] = [
  {
    name: 'verdicts',
    onInput: ({ content }) => ({ change: { role: 'user', content: `${content}!` } }),
    beforeTool: ({ name }) => {
      if (name === 'changed') return { change: { to: 'Bob' } };
      if (name === 'answered') return { answer: { result: 'from the policy', error: null } };
      if (name === 'refused') return { refuse: 'not today' };
      return name === 'pay' || name === 'burn' ? { askApproval: 'costs money' } : undefined;
    },
    afterTool: ({ result }, { name }) =>
      name === 'note' ? { change: { result: `${result}+`, error: null } } : undefined,
    afterModel: (response) =>
      response.content === null ? undefined : { change: { ...response, content: `${response.content}~` } },
    onOutput: ({ text }) => ({ change: { text: `${text}.` } }),
  },
  {
    name: 'dice',
    beforeTool: async ({ name }) =>
      name === 'note' ? { change: { to: await DBOS.runStep(async () => randomUUID()) } } : undefined,
  },
];

let asked = 0;
const agent = durableAgent(
  {
    name: 'seam',
    policies,
    toolRegistry,
    llmClient: {
      generate: async (messages) => {
        await pass(`before:${++asked}`);
        const results = messages.filter(({ role }) => role === 'tool');
        if (results.length === 0) return calls('note');
        if (results.length === 1) return calls('changed', 'answered', 'refused', 'pay', 'burn');
        return {
          content: results.map(({ content }) => content).join('|'),
          toolCalls: [],
          finishReason: 'stop',
        };
      },
    },
  },
  {
    contextFor: ({ id, input }) => {
      write(`context for ${id}: ${input}`);
      return { user: context };
    },
  },
);

function calls(...names: readonly string[]): LLMResponse {
  return {
    content: null,
    toolCalls: names.map((name) => ({
      id: name,
      type: 'function',
      function: { name, arguments: '{"to":"Ada"}' },
    })),
    finishReason: 'tool-calls',
  };
}

const worker = await startWorker({ databaseUrl, application: 'seam', silentMs: 400 });
const run = await agent.start('Go', { id: 'r' });
for (;;) {
  const result = await Promise.race([run.result(), new Promise((resolve) => setTimeout(resolve, 100))]);
  if (result !== undefined) {
    await worker.stop(1000);
    process.stdout.write(JSON.stringify(result));
    process.exit(0);
  }
  const pending = await run.pending();
  if (pending.length === 0) continue;
  write(`asked about ${pending.map(({ name }) => name).join(' and ')}`);
  const decisions = pending.map(({ callId, name }) => [
    callId,
    name === 'pay' ? { approved: true } : { approved: false, reason: 'too hot' },
  ]);
  await run.decide(Object.fromEntries(decisions));
}
