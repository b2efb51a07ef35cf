import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { metrics, trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { toAiTools } from '@toolwright/adapters/ai-sdk';
import { toJsonSchemaTools } from '@toolwright/adapters/json-schema';
import { toLangChainTools } from '@toolwright/adapters/langchain';
import { toAgentsTools } from '@toolwright/adapters/openai-agents';
import { connectMcp, serveMcp } from '@toolwright/mcp';
import { createMemoryStore, openSession, openSqliteStore, type SessionStore } from '@toolwright/store';
import { Agent, type AgentConfig, type Logger, ToolRegistry } from 'toolwright';
import {
  createConsoleLogger,
  createDebugLogger,
  createJsonLogger,
  createTelemetryLogger,
  createTranscriptLogger,
} from 'toolwright/logging';
import type { UIProtocol } from 'toolwright/types';
import { toUIStream } from 'toolwright/ui';
import { runCli } from '../../packages/toolwright/src/cli/cli.test.support.js';
import { CANARIES } from './canaries.js';
import { app, clientOf, createTools, type ModelServer, startModel, startRecorder } from './stage.js';

/** Gives all that a sink got while programs leaked secrets. */
type Sink = () => Promise<string>;

/** Each place where values of a program may come out, under the name by which packages export it. */
export const SINKS = {
  requests: () => withRuns({}, async ({ model }) => model.requests()),
  events: () => withRuns({}, async ({ events }) => JSON.stringify(events) + inspect(events, WHOLE)),
  results: () => withRuns({}, async ({ results, agents }) => inspect([results, agents.map(kept)], WHOLE)),
  thrown: () =>
    withRuns({ onFailure: 'throw' }, async ({ errors }) => `${inspect(errors, WHOLE)}${errors.map(stackOf)}`),
  paused: () => withPause(async ({ paused }) => JSON.stringify(paused)),
  errorReports: () =>
    inFolder(async (folder) => {
      await withRuns({}, async () => '', folder);
      return contentsOf(folder);
    }),
  ...loggers(),
  ...stores(),
  ...userInterfaces(),
  ...adapters(),
  ...servers(),
  'toolwright call': commandLine,
} satisfies Record<string, Sink>;

const WHOLE = {
  depth: 40,
  maxStringLength: Number.POSITIVE_INFINITY,
  maxArrayLength: Number.POSITIVE_INFINITY,
  showHidden: true,
};

interface Ran {
  readonly model: ModelServer;
  readonly events: readonly unknown[];
  readonly results: readonly unknown[];
  readonly errors: readonly unknown[];
  readonly agents: readonly Agent[];
}

/** Runs with and without streaming: calls and an answer, then a refusal of the provider that repeats its key. */
async function withRuns(
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

function createAgent(model: ModelServer, config: Partial<AgentConfig> = {}, errorReports?: string): Agent {
  return new Agent({
    name: 'canary',
    llmClient: clientOf(model, errorReports),
    toolRegistry: createTools(),
    systemPrompt: `The key is ${CANARIES.hidden}.`,
    ...config,
  } as AgentConfig);
}

async function withPause(
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
function kept(agent: Agent): unknown {
  return [agent.memory.slice(1), agent.observations()];
}

function stackOf(error: unknown): string {
  return error instanceof Error ? `${error.stack}${stackOf(error.cause)}` : '';
}

function loggers(): Record<string, Sink> {
  const printed =
    (create: (options: { stream: { write(text: string): unknown }; color: false }) => Logger): Sink =>
    async () => {
      let text = '';
      const stream = { write: (piece: string) => (text += piece) };
      return withRuns({ logger: create({ stream, color: false }) }, async () => text);
    };
  return {
    createConsoleLogger: printed((options) => createConsoleLogger(options)),
    createTranscriptLogger: printed((options) => createTranscriptLogger(options)),
    createDebugLogger: printed((options) => createDebugLogger(options)),
    createJsonLogger: printed((options) => createJsonLogger(options)),
    createTelemetryLogger: async () => {
      const exporter = new InMemorySpanExporter();
      const spanProcessors = [new SimpleSpanProcessor(exporter)];
      trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
      try {
        const logger = await createTelemetryLogger({ captureContent: true });
        return await withRuns({ logger }, async () =>
          inspect(
            exporter
              .getFinishedSpans()
              .map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
            WHOLE,
          ),
        );
      } finally {
        for (const api of [trace, metrics]) api.disable();
      }
    },
  };
}

function stores(): Record<string, Sink> {
  const run = async (store: SessionStore): Promise<string> => {
    const model = await startModel(['calls', 'echo', 'ask']);
    const agent = { name: 'canary', llmClient: clientOf(model), toolRegistry: createTools() };
    const session = await openSession({ store, agent });
    const said: unknown[] = [];
    for (const input of [`Use ${CANARIES.hidden}`, 'And then?'])
      said.push(await session.run(input, { context: app, stream: true }));
    const text = inspect([said, await session.state()], WHOLE);
    await model.close();
    return text;
  };
  return {
    createMemoryStore: () => run(createMemoryStore()),
    openSqliteStore: () =>
      inFolder(async (folder) => {
        const store = await openSqliteStore({ file: join(folder, 'sessions.db') } as never);
        const text = await run(store);
        const whileOpen = await contentsOf(folder);
        await (store as { close?: () => unknown }).close?.();
        return text + whileOpen + (await contentsOf(folder));
      }),
  };
}

function userInterfaces(): Record<UIProtocol, Sink> {
  const encode =
    (protocol: UIProtocol): Sink =>
    async () => {
      const model = await startModel(['calls', 'echo', 'refusal']);
      let text = '';
      try {
        const agent = createAgent(model);
        for (const input of ['Go', `Use ${CANARIES.hidden}`]) {
          const showError = (message: string) => message;
          for await (const chunk of toUIStream(agent.runStream(input, { context: app }), protocol, {
            showError,
          }))
            text += Buffer.from(chunk).toString();
        }
      } finally {
        await model.close();
      }
      return text;
    };
  return { 'ag-ui': encode('ag-ui'), 'ai-sdk': encode('ai-sdk') };
}

function adapters(): Record<string, Sink> {
  const settle = async (calls: readonly (() => unknown)[]): Promise<string> => {
    const said: unknown[] = [];
    for (const call of calls) {
      try {
        const given: unknown = await call();
        if (typeof given === 'object' && given !== null && Symbol.asyncIterator in given)
          for await (const part of given as AsyncIterable<unknown>) said.push(part);
        else said.push(given);
      } catch (error) {
        said.push(error, stackOf(error));
      }
    }
    return inspect(said, WHOLE);
  };
  const named = <One extends { readonly name: string }>(list: readonly One[]) => [
    list.find(({ name }) => name === 'look') as One,
    list.find(({ name }) => name === 'fail') as One,
  ];
  const options = { context: app, approve: () => true } as never;
  return {
    toJsonSchemaTools: () =>
      settle(named(toJsonSchemaTools(createTools(), options)).map((tool) => () => tool.execute({}))),
    toLangChainTools: () =>
      settle(named(toLangChainTools(createTools(), options)).map((tool) => () => tool.invoke({}))),
    toAiTools: () => {
      const tools = toAiTools(createTools(), options) as Record<
        string,
        { execute?: (args: object, options: object) => unknown }
      >;
      return settle(
        ['look', 'fail'].map((name) => () => tools[name]?.execute?.({}, { toolCallId: 'c', messages: [] })),
      );
    },
    toAgentsTools: () =>
      settle(
        (
          toAgentsTools(createTools(), options) as unknown as {
            name: string;
            invoke: (context: object, args: string) => unknown;
          }[]
        )
          .filter(({ name }) => name === 'look' || name === 'fail')
          .map((tool) => () => tool.invoke({}, '{}')),
      ),
  };
}

function servers(): Record<string, Sink> {
  const sink: Sink = async () => {
    const prompts = { listPrompts: () => ['leak'], render: () => `Use ${CANARIES.hidden}` };
    const options = { contextFor: () => app, http: { port: 0 }, prompts, approval: 'client' } as never;
    const service = await serveMcp(createTools(), options);
    const recorder = await startRecorder(service.url ?? '');
    const url = new URL(new URL(service.url ?? '').pathname, recorder.url).href;
    const events: unknown[] = [];
    const connection = await connectMcp({
      name: 'canary',
      url,
      headers: { 'x-key': CANARIES.header },
      onEvent: (event: unknown) => events.push(event),
    } as never);
    const said: unknown[] = [];
    try {
      const registry = new ToolRegistry();
      connection.addTo(registry);
      const onLog = (...log: unknown[]) => said.push(log);
      const onProgress = (value: unknown) => said.push(value);
      for (const name of ['look', 'fail', 'missing'])
        said.push(await registry.execute(name, {}, { onLog, onProgress }));
      said.push(await connection.getPrompt('leak'));
      return inspect([said, events, connection], WHOLE) + recorder.requests();
    } finally {
      await connection.close();
      await service.close();
      await recorder.close();
    }
  };
  // One conversation shows what the server says and what the client gives.
  return { serveMcp: sink, connectMcp: sink };
}

async function commandLine(): Promise<string> {
  return inFolder(async (folder) => {
    Object.assign(globalThis, { canary: { registry: createTools(), app } });
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'tools.js'), 'export const { registry, app } = globalThis.canary;');
    const env = { CANARY_TOKEN: CANARIES.environment };
    const said: unknown[] = [];
    for (const name of ['look', 'fail', `no-${CANARIES.member}`, `no ${CANARIES.environment}`])
      said.push(
        await runCli(['call', name, '--registry', 'tools.js#registry', '--context', 'tools.js#app'], {
          cwd: folder,
          env,
        }),
      );
    return inspect(said, WHOLE);
  });
}

async function inFolder(work: (folder: string) => Promise<string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwright-canary-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The bytes of all files. */
async function contentsOf(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const contents = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
  return contents.join('\n');
}
