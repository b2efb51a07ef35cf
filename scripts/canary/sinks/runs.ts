import { inspect } from 'node:util';
import { Agent, type AgentConfig } from 'toolwright';
import { CANARIES } from '../canaries.js';
import { app, clientOf, createTools, type ModelServer, startModel } from '../stage.js';
import { contentsOf, inFolder } from './folder.js';
import { type Sink, stackOf, WHOLE } from './sink.js';

/** What runs tell their program. */
export function programs(): Record<string, Sink> {
  return {
    requests: () => withRuns({}, async ({ model }) => model.requests()),
    events: () => withRuns({}, async ({ events }) => JSON.stringify(events) + inspect(events, WHOLE)),
    results: () => withRuns({}, async ({ results, agents }) => inspect([results, agents.map(kept)], WHOLE)),
    thrown: () =>
      withRuns(
        { onFailure: 'throw' },
        async ({ errors }) => `${inspect(errors, WHOLE)}${errors.map(stackOf)}`,
      ),
    paused: () => withPause(async ({ paused }) => JSON.stringify(paused)),
    errorReports: () =>
      inFolder(async (folder) => {
        await withRuns({}, async () => '', folder);
        return contentsOf(folder);
      }),
  };
}

interface Ran {
  readonly model: ModelServer;
  readonly events: readonly unknown[];
  readonly results: readonly unknown[];
  readonly errors: readonly unknown[];
  readonly agents: readonly Agent[];
}

/** Runs with and without streaming: calls and an answer, then a refusal of the provider that repeats its key. */
export async function withRuns(
  config: Partial<AgentConfig>,
  read: (ran: Ran) => Promise<string>,
  errorReports?: string,
): Promise<string> {
  const events: unknown[] = [];
  const results: unknown[] = [];
  const errors: unknown[] = [];
  const agents: Agent[] = [];
  const model = await startModel(['calls', 'echo', 'refusal', 'calls', 'echo', 'refusal']);
  try {
    for (const stream of [true, false]) {
      const agent = createAgent(model, config, errorReports);
      agents.push(agent);
      for (const input of [`Use ${CANARIES.hidden}`, `Use ${CANARIES.member} again`]) {
        const run = agent.runStream(input, { context: app, stream });
        try {
          for await (const event of run) events.push(event);
          results.push(await run.result);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    return await read({ model, events, results, errors, agents });
  } finally {
    await model.close();
  }
}

export function createAgent(
  model: ModelServer,
  config: Partial<AgentConfig> = {},
  errorReports?: string,
): Agent {
  return new Agent({
    name: 'canary',
    llmClient: clientOf(model, errorReports),
    toolRegistry: createTools(),
    systemPrompt: `The key is ${CANARIES.hidden}.`,
    ...config,
  } as AgentConfig);
}

export async function withPause(
  read: (result: Awaited<ReturnType<Agent['run']>>) => Promise<string>,
): Promise<string> {
  const model = await startModel(['calls', 'ask']);
  try {
    return await read(await createAgent(model).run('Go', { context: app }));
  } finally {
    await model.close();
  }
}

/** What the run has added; the system prompt is the program's own. */
export function kept(agent: Agent): unknown {
  return [agent.memory.slice(1), agent.observations()];
}
