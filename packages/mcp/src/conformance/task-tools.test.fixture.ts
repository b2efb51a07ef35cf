import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolContext } from '@toolwright/contract';
import { FunctionTool } from '@toolwright/tools';
import { type ElicitAnswer, findMcpCall } from '../server/mcp-call.js';
import type { TaskOptions, TaskPolicy } from '../server/tasks/task-options.js';

/** The tools that the suite calls as tasks. */
const POLICIES: Readonly<Record<string, TaskPolicy>> = {
  slow_compute: 'long',
  failing_job: 'required',
  protocol_error_job: 'always',
  confirm_delete: 'always',
  multi_input: 'always',
  test_tool_with_task: 'required',
};

export const tasks: TaskOptions = {
  when: (tool) => (Object.hasOwn(POLICIES, tool) ? (POLICIES[tool] ?? 'never') : 'never'),
  afterMs: 100,
  pollIntervalMs: 100,
};

interface Args {
  readonly name?: string;
  readonly seconds?: number;
}

export const createTaskTools = (): FunctionTool[] => [
  make('greet', async ({ name }) => `Hello, ${name}!`, { name: { type: 'string' } }),
  make(
    'slow_compute',
    async ({ seconds = 1 }, { signal }) => {
      await sleep(seconds * 1_000, undefined, { signal });
      return `computed for ${seconds} s`;
    },
    { seconds: { type: 'number' }, label: { type: 'string' } },
  ),
  make('failing_job', async () => {
    await sleep(1_000);
    throw new Error('The job failed.');
  }),
  make('protocol_error_job', async () => 'The server of the suite fails it.'),
  make(
    'confirm_delete',
    async (_, context) => `deleted: ${(await ask(context, 'confirm', 'boolean')).action}`,
    { filename: { type: 'string' } },
  ),
  make('multi_input', async (_, context) => {
    const answers = await Promise.all([ask(context, 'name', 'string'), ask(context, 'confirm', 'boolean')]);
    return answers.map(({ action }) => action).join();
  }),
  make('test_tool_with_task', async (_, context) => {
    const { content } = await ask(context, 'user_name', 'string');
    await sleep(1_000);
    return `Hello, ${content?.user_name ?? content?.name}!`;
  }),
];

function make(name: string, fn: (args: Args, context: ToolContext) => Promise<string>, properties = {}) {
  return new FunctionTool({
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties },
    fn,
  });
}

async function ask(context: ToolContext, key: string, type: string): Promise<ElicitAnswer> {
  const call = findMcpCall(context);
  if (call === undefined) throw new Error('There is no client to ask.');
  const requestedSchema = { type: 'object', properties: { [key]: { type } } };
  return call.elicit({ message: `Your ${key}?`, requestedSchema, key });
}
