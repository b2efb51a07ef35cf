/** Calls of our client that servers make tasks. */
import { createRequire } from 'node:module';
import type { ToolContext } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { serveMcp } from '../../serve-mcp.js';
import { findMcpCall } from '../../server/mcp-call.js';
import type { ConnectMcpOptions } from '../connect-options.js';
import { connect as connectTo, endAll, ends } from '../connected.test.support.js';
import { listed, rogueServer } from '../rogue-server.test.support.js';

const everything = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

afterEach(endAll);

function connect(options: ConnectMcpOptions) {
  return connectTo({ ...(options.url !== undefined && { token: 'a' }), ...options });
}

/** The requests that a server got, by their headers `Mcp-Method`. */
const requests: unknown[] = [];

/** Our server, where every call becomes a task at once. */
async function serve(fn: (args: object, context: ToolContext) => unknown): Promise<string> {
  requests.length = 0;
  const parameters = { type: 'object' as const, properties: {} };
  const tools = new ToolRegistry().register(
    new FunctionTool({ name: 'job', description: 'A job.', parameters, fn }),
  );
  const service = await serveMcp(tools, {
    tasks: { when: () => 'always', pollIntervalMs: 20 },
    http: {
      verifyToken: (_, { headers }) => {
        requests.push(headers['mcp-method']);
        return { clientId: 'a', scopes: [] };
      },
    },
  });
  ends.push(() => service.close());
  return service.url ?? '';
}

describe('a task of 2026-07-28', () => {
  it('is the call: its result, its failure', async () => {
    const url = await serve(async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return 'done';
    });
    const { registry, connection } = await connect({ url });
    expect(await registry.call('job')).toBe('done');
    expect(await connection.request('tools/call', { name: 'job' })).toMatchObject({ resultType: 'task' });
    const failing = await serve(async () => {
      throw new Error('out of paper');
    });
    await expect((await connect({ url: failing })).registry.call('job')).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      message: 'out of paper',
    });
  });

  it('asks the person once, and fills in the defaults', async () => {
    const url = await serve(async (_, context) => {
      const requestedSchema = {
        type: 'object',
        properties: { name: { type: 'string' }, shelf: { type: 'string', default: 'A' } },
      };
      const { content } = (await findMcpCall(context)?.elicit({ message: 'Who?', requestedSchema })) ?? {};
      return content;
    });
    const asked: string[] = [];
    const { registry } = await connect({
      url,
      onElicit: async ({ message }) => {
        asked.push(message);
        await new Promise((resolve) => setTimeout(resolve, 80));
        return { action: 'accept', content: { name: 'Ada' } };
      },
    });
    expect(JSON.parse(String(await registry.call('job')))).toEqual({ name: 'Ada', shelf: 'A' });
    expect(asked).toEqual(['Who?']);
  });

  it('is cancelled by an abort, and fails at once when the connection is closed', async () => {
    const signals: AbortSignal[] = [];
    const url = await serve((_, { signal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    const { registry, connection } = await connect({ url });
    const controller = new AbortController();
    const call = registry.call('job', {}, { signal: controller.signal });
    // Before that, the client does not know the task.
    while (!requests.includes('tasks/get')) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    while (!signals[0]?.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = registry.call('job').catch((error) => error);
    while (signals.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await connection.close();
    expect(await second).toMatchObject({ code: 'NETWORK' });
  });
});

const INITIALIZE = (tasks: string): string =>
  `case 'initialize': answer({ protocolVersion: '2025-11-25', capabilities: { tools: {}, ${tasks} },
     serverInfo: { name: 'rogue', version: '1' } }); break;`;
const OFFERED = INITIALIZE('tasks: { cancel: {}, requests: { tools: { call: {} } } }');
const job = listed('job', { execution: { taskSupport: 'required' } });

describe('a tool that can only be called as a task', () => {
  it('is left out with a warning if its server offers no tasks', async () => {
    const { registry, events } = await connect(rogueServer(INITIALIZE(''), [job, listed('other')]));
    expect(registry.listTools().map(({ name }) => name)).toEqual(['other']);
    expect(events).toEqual([
      expect.objectContaining({
        type: 'warning',
        message: expect.stringMatching(/^The tool 'job' of .* can only be called as a task/),
      }),
    ]);
  });

  it('is called without one when its server no longer wants one', async () => {
    const { registry, events } = await connect(
      rogueServer(
        `${OFFERED}
         case 'tools/call': answer({ content: [{ type: 'text', text: params.task === undefined ? 'called' : 'a task' }] });
           tools = [{ ...tools[0], execution: {} }];
           send({ method: 'notifications/tools/list_changed' }); break;`,
        [job],
      ),
    );
    expect(await registry.call('job')).toBe('a task');
    while (!events.some(({ type }) => type === 'tools-change'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await registry.call('job')).toBe('called');
  });

  it('is called as one, and its messages are progress', async () => {
    const { registry } = await connect(
      rogueServer(
        `${OFFERED}
         case 'tools/call': if (params.task === undefined) answer({ content: [] });
           else { waiting = 0; answer({ task: { taskId: 't', status: 'working', pollInterval: 20 } }); } break;
         case 'tasks/get': waiting += 1; answer({ taskId: params.taskId, status: waiting < 3 ? 'working' : 'completed',
           pollInterval: 20, statusMessage: 'step ' + waiting }); break;
         case 'tasks/result': answer({ content: [{ type: 'text', text: 'result of ' + params.taskId }] }); break;`,
        [job],
      ),
    );
    const progress: unknown[] = [];
    const onProgress = (value: unknown): void => void progress.push(value);
    expect(await registry.call('job', {}, { onProgress })).toBe('result of t');
    expect(progress).toEqual([1, 2, 3].map((step) => ({ progress: step, message: `step ${step}` })));
  });

  it.each([
    ['is cancelled by the server', `{ task: { taskId: 't', status: 'cancelled' } }`, 'TOOL_FAILED'],
    ['has no id', `{ task: { status: 'working' } }`, 'INVALID_RESPONSE'],
    ['has an unknown status', `{ task: { taskId: 't', status: 'odd' } }`, 'INVALID_RESPONSE'],
  ])('fails if the task %s', async (_, created, code) => {
    const cases = `${OFFERED} case 'tools/call': answer(${created}); break;
      case 'tasks/result': answer({ content: 5 }); break;`;
    const { registry } = await connect(rogueServer(cases, [job]));
    await expect(registry.call('job')).rejects.toMatchObject({ code });
  });

  it('gives what its server calls a result, whatever that is', async () => {
    const cases = `${OFFERED} case 'tools/call': answer({ task: { taskId: 't', status: 'failed' } }); break;
      case 'tasks/result': answer({ content: [{ type: 'text', text: 'paid' }, 5] }); break;`;
    const { registry } = await connect(rogueServer(cases, [job]));
    expect(await registry.call('job')).toMatch(/^paid\n5\n\(The tool has run, but part 2/);
  });

  it('fails with the error of its server', async () => {
    const cases = `${OFFERED} case 'tools/call': answer({ task: { taskId: 't', status: 'failed' } }); break;
      case 'tasks/result': send({ id, error: { code: -32603, message: 'no paper' } }); break;`;
    const { registry } = await connect(rogueServer(cases, [job]));
    await expect(registry.call('job')).rejects.toMatchObject({ code: 'TOOL_FAILED', message: 'no paper' });
  });

  it('of server-everything does its research', async () => {
    const { registry } = await connect({ command: process.execPath, args: [everything, 'stdio'] });
    const progress: unknown[] = [];
    const report = await registry.call(
      'simulate-research-query',
      { topic: 'paper' },
      { onProgress: (value) => progress.push(value) },
    );
    expect(String(report)).toContain('paper');
    expect(progress).not.toHaveLength(0);
  });

  it('of server-everything asks the person in between', async () => {
    const asked: string[] = [];
    const { registry } = await connect({
      command: process.execPath,
      args: [everything, 'stdio'],
      onElicit: async ({ message }) => {
        asked.push(message);
        return { action: 'accept', content: { interpretation: 'technical' } };
      },
    });
    const report = await registry.call('simulate-research-query', { topic: 'python', ambiguous: true });
    expect(asked).toHaveLength(1);
    expect(String(report)).toContain('python');
  });
});

it('a task may not ask without end', async () => {
  const asked: string[] = [];
  const { registry } = await connect({
    ...rogueServer(
      `case 'server/discover': answer({ resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} },
         serverInfo: { name: 'rogue', version: '1' }, ttlMs: 0, cacheScope: 'private' }); break;
       case 'tools/list': answer({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools }); break;
       case 'tools/call': waiting = 0;
         answer({ resultType: 'task', taskId: 't', status: 'working', pollIntervalMs: 20, ttlMs: null }); break;
       case 'tasks/update': answer({ resultType: 'complete' }); break;
       case 'tasks/get': waiting += 60; answer({ resultType: 'complete', taskId: 't', status: 'input_required', pollIntervalMs: 20,
         inputRequests: Object.fromEntries(Array.from({ length: 60 }, (_, index) => ['q' + waiting + index,
           { method: 'elicitation/create', params: { message: 'Well?', requestedSchema: { type: 'object', properties: {} } } }])) });`,
      [listed('job')],
    ),
    onElicit: async ({ message }) => {
      asked.push(message);
      return { action: 'decline' };
    },
  });
  await expect(registry.call('job')).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  expect(asked).toHaveLength(60);
});
