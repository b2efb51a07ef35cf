import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LLMResponse, Message } from '@toolwright/contract';
import { type ScriptedModel, type ScriptStep, scriptedModel } from '@toolwright/llm/testing';

/** A request as received by the server. */
export interface WireRequest {
  readonly path: string;
  readonly body: {
    readonly messages?: readonly Message[];
    readonly tools?: readonly unknown[];
    readonly [member: string]: unknown;
  };
}

export interface ServedModel {
  readonly model: ScriptedModel;
  readonly baseUrl: string;
  readonly requests: readonly WireRequest[];
}

/** An HTTP error that replaces an answer. */
export interface HttpFault {
  readonly status: number;
  readonly retryAfter?: number;
}

/**
 * Serves a scripted model through OpenAI's chat completions API on localhost while `use` runs.
 * @param faults replace the answers to the first requests
 */
export async function withServedModel<T>(
  steps: readonly ScriptStep[],
  use: (served: ServedModel) => Promise<T>,
  faults: readonly HttpFault[] = [],
): Promise<T> {
  const model = scriptedModel(steps);
  const requests: WireRequest[] = [];
  const waiting = [...faults];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    requests.push({ path: request.url ?? '', body });
    const fault = waiting.shift();
    if (fault) sendFault(response, fault);
    else send(response, await model.generate(body.messages ?? []));
  });
  // On a busy machine, the server could close an idle connection just as the next request uses it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  try {
    return await use({ model, baseUrl: `http://127.0.0.1:${port}/v1`, requests });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function readBody(request: IncomingMessage): Promise<WireRequest['body']> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function sendFault(response: ServerResponse, { status, retryAfter }: HttpFault): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  });
  response.end(JSON.stringify({ error: { message: 'The server is down.', type: 'server_error' } }));
}

function send(response: ServerResponse, { content, toolCalls, finishReason }: LLMResponse): void {
  const message = { role: 'assistant', content, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) };
  const finish_reason = finishReason === 'tool-calls' ? 'tool_calls' : 'stop';
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 0,
      model: 'local',
      choices: [{ index: 0, message, finish_reason }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  );
}
