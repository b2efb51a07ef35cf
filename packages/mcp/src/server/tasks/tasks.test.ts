/** Calls that become tasks, with raw requests of 2026-07-28 over HTTP. */
import type { ToolContext } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { serveMcp } from '../../serve-mcp.js';
import type { McpService } from '../../service.js';
import { findMcpCall } from '../mcp-call.js';
import type { TaskOptions } from './task-options.js';

const services: McpService[] = [];
/** Of the running calls of `wait`. */
const signals: AbortSignal[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
  signals.length = 0;
});

function createTools(): ToolRegistry {
  const registry = new ToolRegistry();
  const add = (name: string, fn: (args: object, context: ToolContext) => unknown) =>
    registry.register(
      new FunctionTool({ name, description: name, parameters: { type: 'object', properties: {} }, fn }),
    );
  add('quick', () => 'done');
  add('slow', () => new Promise((resolve) => setTimeout(() => resolve('done'), 150)));
  add('fail', async () => {
    throw new Error('out of paper');
  });
  add('wait', (_, { signal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  add('ask', async (_, context) => {
    const ask = async (key: string) => {
      const requestedSchema = { type: 'object', properties: { [key]: { type: 'string' } } };
      const answer = await findMcpCall(context)?.elicit({ message: key, requestedSchema, key });
      return answer?.content?.[key];
    };
    return (await Promise.all([ask('first'), ask('last')])).join(' ');
  });
  return registry;
}

async function serve(tasks: TaskOptions | undefined) {
  const service = await serveMcp(createTools(), {
    tasks,
    contextFor: () => undefined,
    http: { verifyToken: (token) => ({ clientId: token, scopes: [] }) },
  });
  services.push(service);
  const url = service.url ?? '';
  const send = (method: string, params: object, token = 'ada', knows = true) =>
    sendTo(url, method, params, token, knows);
  return {
    send,
    call: (name: string, knows = true) => send('tools/call', { name, arguments: {} }, 'ada', knows),
    /** Asks until the task has this status. */
    until: async (taskId: string, status: string) => {
      for (;;) {
        const { result } = await send('tasks/get', { taskId });
        if (result.status === status) return result;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

async function sendTo(url: string, method: string, params: object, token: string, knows: boolean) {
  const extensions = knows ? { 'io.modelcontextprotocol/tasks': {} } : {};
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} }, extensions },
  };
  const { name, taskId }: Record<string, unknown> = { ...params };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      'Mcp-Name': String(name ?? taskId ?? ''),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { _meta, ...params } }),
  });
  const { result, error } = JSON.parse(await response.text());
  return { result, error };
}

const DONE = { content: [{ type: 'text', text: 'done' }] };

describe('a call', () => {
  it('that takes long becomes a task, and a quick one does not', async () => {
    const { call, until } = await serve({ afterMs: 50, ttlMs: 5_000, pollIntervalMs: 20 });
    expect((await call('quick')).result).toMatchObject({ resultType: 'complete', ...DONE });
    const { result } = await call('slow');
    expect(result).toMatchObject({
      resultType: 'task',
      taskId: expect.any(String),
      status: 'working',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      ttlMs: 5_000,
      pollIntervalMs: 20,
    });
    const ended = await until(result.taskId, 'completed');
    expect(ended).toMatchObject({ resultType: 'complete', result: DONE });
    expect(ended.lastUpdatedAt >= ended.createdAt).toBe(true);
  });

  it('of a client that does not know tasks is answered when it ends', async () => {
    const { call, send } = await serve({ afterMs: 50 });
    expect((await call('slow', false)).result).toMatchObject({ resultType: 'complete', ...DONE });
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const { error } = await send(method, { taskId: 'a' }, 'ada', false);
      expect(error).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
      });
    }
  });

  it('is treated as its tool wants it', async () => {
    const policies = { quick: 'always', slow: 'never', fail: 'required' } as const;
    const when: TaskOptions['when'] = (tool) => Reflect.get(policies, tool) ?? 'long';
    const { call, until } = await serve({ when, afterMs: 50 });
    expect((await until((await call('quick')).result.taskId, 'completed')).result).toMatchObject(DONE);
    expect((await call('slow')).result).toMatchObject({ resultType: 'complete' });
    expect((await call('fail', false)).error).toMatchObject({ code: -32021 });
    expect((await call('fail')).result).toMatchObject({ isError: true, content: [{ text: 'out of paper' }] });
  });

  it('is no task for a server without tasks', async () => {
    const { call, send } = await serve(undefined);
    expect((await call('slow')).result).toMatchObject({ resultType: 'complete', ...DONE });
    expect((await send('tasks/get', { taskId: 'a' })).error).toMatchObject({ code: -32601 });
    expect((await send('server/discover', {})).result.capabilities).not.toHaveProperty('extensions');
  });

  it('is no task while too many are kept', async () => {
    const { call, send } = await serve({ afterMs: 30, maxTasks: 2 });
    const [one, two, ...others] = await Promise.all([call('wait'), call('wait'), call('slow'), call('slow')]);
    expect(others.map(({ result }) => result.resultType)).toEqual(['complete', 'complete']);
    for (const { result } of [one, two]) await send('tasks/cancel', { taskId: result.taskId });
    expect((await call('slow')).result.resultType).toBe('complete');
  });
});

describe('a task', () => {
  it('is cancelled with its call, and stays so', async () => {
    const { call, send, until } = await serve({ afterMs: 20 });
    const { taskId } = (await call('wait')).result;
    expect((await send('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
    expect(signals[0]?.aborted).toBe(true);
    expect(await until(taskId, 'cancelled')).not.toHaveProperty('result');
    await send('tasks/cancel', { taskId });
    expect(await until(taskId, 'cancelled')).not.toHaveProperty('error');
  });

  it('ends with its time, and its call with it', async () => {
    const { call, send } = await serve({ afterMs: 20, ttlMs: 100 });
    const { taskId } = (await call('wait')).result;
    while (signals[0]?.aborted !== true) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await send('tasks/get', { taskId })).error).toMatchObject({ code: -32602 });
  });

  it('ends with the server', async () => {
    const { call } = await serve({ afterMs: 20 });
    await call('wait');
    await services.splice(0)[0]?.close();
    expect(signals[0]?.aborted).toBe(true);
  });

  it('belongs to whom its token belongs to', async () => {
    const { call, send } = await serve({ afterMs: 20 });
    const { taskId } = (await call('wait')).result;
    const unknown = (await send('tasks/get', { taskId: 'unknown' })).error;
    expect(unknown).toMatchObject({ code: -32602 });
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      expect((await send(method, { taskId }, 'bob')).error).toEqual(unknown);
    }
    expect(signals[0]?.aborted).toBe(false);
  });

  it('asks its client, and goes on when all questions are answered', async () => {
    const { call, send, until } = await serve({ when: () => 'always' });
    const { taskId } = (await call('ask')).result;
    const asked = await until(taskId, 'input_required');
    expect(Object.keys(asked.inputRequests)).toEqual(['first', 'last']);
    expect(asked.inputRequests.first).toMatchObject({
      method: 'elicitation/create',
      params: { message: 'first' },
    });
    const answer = (inputResponses: object) => send('tasks/update', { taskId, inputResponses });
    await answer({ first: { action: 'accept', content: { first: 'Ada' } }, other: {} });
    expect(Object.keys((await until(taskId, 'input_required')).inputRequests)).toEqual(['last']);
    await answer({ first: { action: 'accept', content: { first: 'Bob' } } });
    await answer({ last: { action: 'accept', content: { last: 'Lovelace' } } });
    expect((await until(taskId, 'completed')).result).toMatchObject({ content: [{ text: 'Ada Lovelace' }] });
  });

  it('of a call that failed before it could answer has the error', async () => {
    const { call, until } = await serve({ when: () => 'always' });
    const { taskId } = (await call('unknown')).result;
    expect(await until(taskId, 'failed')).toMatchObject({
      error: { code: -32602, message: expect.any(String) },
    });
  });
});

it('options that cannot work are refused', async () => {
  for (const tasks of [{ ttlMs: 0 }, { afterMs: -1 }, { maxTasks: Number.NaN }, { ttlMs: 2 ** 31 }]) {
    await expect(serve(tasks)).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  }
});
