import type { EventStore } from '@modelcontextprotocol/server';
import type { ObjectSchema, ToolContext } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { serveMcp } from '../serve-mcp.js';
import { findMcpCall } from '../server/mcp-call.js';
import type { McpService } from '../service.js';
import type { HttpOptions } from './http-options.js';

const none: ObjectSchema = { type: 'object', properties: {} };
const services: McpService[] = [];
const cuts: AbortController[] = [];

/** For `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const cut of cuts.splice(0)) cut.abort();
  for (const service of services.splice(0)) await service.close();
}

/** A tool that reports three steps; each step waits until `step` is called. */
export async function serve(http: HttpOptions = {}, isReleased = true) {
  const steps: (() => void)[] = [];
  const tools = new ToolRegistry();
  tools.register(
    new FunctionTool({
      name: 'work',
      description: 'Works in three steps.',
      parameters: none,
      fn: async (_: object, context: ToolContext) => {
        for (const progress of [1, 2, 3]) {
          await new Promise<void>((resolve) => steps.push(resolve));
          context.progress({ progress, total: 3 });
          if (progress === 1 && isReleased) findMcpCall(context)?.releaseConnection?.();
        }
        return 'all done';
      },
    }),
  );
  const service = await serveMcp(tools, { http: { resume: { retryMs: 10 }, ...http } });
  services.push(service);
  const step = async (): Promise<void> => {
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    steps.shift()?.();
  };
  return { url: service.url ?? '', step };
}

export function send(url: string, headers: Record<string, string>, body?: object): Promise<Response> {
  const cut = new AbortController();
  cuts.push(cut);
  return fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    signal: cut.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Starts a session and returns its headers. */
export async function begin(url: string, protocolVersion = '2025-11-25'): Promise<Record<string, string>> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const response = await send(url, {}, { jsonrpc: '2.0', id: 0, method: 'initialize', params });
  await response.text();
  return { 'Mcp-Session-Id': response.headers.get('mcp-session-id') ?? '' };
}

export const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'work', arguments: {}, _meta: { progressToken: 'p' } },
};

/** Reads this many events with an id, then closes the connection. */
export async function read(response: Response, count: number): Promise<{ id: string; data: string }[]> {
  let text = '';
  const decoder = new TextDecoder();
  const events = () => [...text.matchAll(/id: (\S*)\n(?:retry: \d+\n)?data: (.*)\n\n/g)];
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (events().length >= count) break;
  }
  return events().map(([, id = '', data = '']) => ({ id, data }));
}

/** An event that happens once and can be awaited. */
export function moment(): { readonly promise: Promise<void>; readonly happen: () => void } {
  let happen = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { promise, happen: () => happen() };
}

/** A minimal store of an application, shared by all sessions. */
export function ownStore(): EventStore {
  const events: { id: string; stream: string; message: Parameters<EventStore['storeEvent']>[1] }[] = [];
  return {
    storeEvent: async (stream, message) => {
      const id = `event-${events.length}`;
      events.push({ id, stream, message });
      return id;
    },
    replayEventsAfter: async (last, { send }) => {
      const from = events.findIndex(({ id }) => id === last);
      const stream = events[from]?.stream;
      if (stream === undefined) throw new Error('There is no such event.');
      for (const event of events.slice(from + 1)) {
        if (event.stream === stream) await send(event.id, event.message);
      }
      return stream;
    },
  };
}

/** A store that fails. */
export const broken = {
  storeEvent: () => Promise.reject(new Error('disk full')),
  replayEventsAfter: () => Promise.reject(new Error('disk full')),
};
