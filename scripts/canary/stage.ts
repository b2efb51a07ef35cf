import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createClient,
  FunctionTool,
  reveal,
  type Secret,
  secret,
  type ToolContext,
  ToolRegistry,
} from 'toolwright';
import { CANARIES } from './canaries.js';

export interface App {
  readonly token: Secret<string>;
  readonly login: Secret<{ readonly user: string; readonly password: string }>;
}

export const app: App = {
  token: secret(CANARIES.hidden),
  login: secret({ user: 'me', password: CANARIES.member }),
};

/** Tools that leak in every way that a tool has. */
export function createTools(): ToolRegistry {
  const parameters = { type: 'object', properties: {} } as const;
  const tool = (name: string, fn: (args: unknown, context: ToolContext<App>) => unknown, annotations = {}) =>
    new FunctionTool({
      name,
      description: `Leaks: ${name}.`,
      parameters,
      needsContext: true,
      annotations,
      execute: fn,
    });
  return new ToolRegistry()
    .register(
      tool('look', (_args, { app: { token, login }, log, progress, state }) => {
        const { password } = reveal(login);
        log(`Log ${reveal(token)} ${process.env.CANARY_DEPLOYS}`, {
          [password]: [reveal(token)],
          token: token as never,
        });
        progress({
          at: reveal(token),
          url: `https://host/?token=${encodeURIComponent(password)}`,
          deploys: CANARIES.undeclared,
          token: token as never,
        });
        state.set('kept', reveal(token));
        const text = reveal(token);
        const basic = Buffer.from(`user:${text}`).toString('base64');
        return {
          said: 'Looked',
          text,
          token,
          list: [text, `Basic ${basic}`, CANARIES.undeclared],
          [CANARIES.undeclared]: Buffer.from(`me:${CANARIES.undeclared}`).toString('base64'),
          [password]: { json: JSON.stringify([text]) },
        };
      }),
    )
    .register(
      tool('fail', (_args, { app: { token, login } }) => {
        throw new Error(`Failed for ${reveal(token)} ${CANARIES.undeclared}`, {
          cause: new Error(reveal(login).password),
        });
      }),
    )
    .register(tool('ask', () => 'Asked', { needsApproval: true })) as unknown as ToolRegistry;
}

type Reply = 'calls' | 'echo' | 'refusal' | 'ask' | 'plain';

export interface ModelServer {
  readonly url: string;
  /** Bodies and headers of all requests, without the header that must hold the key. */
  requests(): string;
  close(): Promise<void>;
}

const ECHO = `Echo ${CANARIES.hidden} and ${CANARIES.member} and ${CANARIES.undeclared}, ok?`;

/** A model over HTTP, on the loopback interface, that follows a script and repeats secrets. */
export async function startModel(script: readonly Reply[]): Promise<ModelServer> {
  let requests = '';
  let next = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { authorization, ...headers } = request.headers;
    requests += `${request.url}\n${JSON.stringify(headers)}\n${body}\n`;
    const reply = script[next++] ?? 'plain';
    if (reply === 'refusal') {
      const message = `Wrong key ${authorization}: ${ECHO}`;
      response.writeHead(401, { 'content-type': 'application/json', 'x-echo': authorization ?? '' });
      response.end(JSON.stringify({ error: { message, code: 'invalid_api_key' } }));
      return;
    }
    const message = messageOf(reply);
    if (JSON.parse(body).stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      const finish_reason = message.tool_calls === undefined ? 'stop' : 'tool_calls';
      response.end(JSON.stringify({ id: 'r', model: 'm', choices: [{ index: 0, message, finish_reason }] }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const delta of deltasOf(message)) response.write(`data: ${JSON.stringify(delta)}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    close: () => close(server),
  };
}

interface WireMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  readonly tool_calls?: readonly object[];
}

function messageOf(reply: Reply): WireMessage {
  const call = (name: string, args = '{}') => ({
    id: `call_${name}`,
    type: 'function',
    function: { name, arguments: args },
  });
  const calls = (list: readonly object[]) =>
    ({ role: 'assistant', content: ECHO, tool_calls: list }) as const;
  if (reply === 'ask') return calls([call('look'), call('ask')]);
  if (reply !== 'calls') return { role: 'assistant', content: reply === 'echo' ? ECHO : 'Done.' };
  // The second call is refused, with a sentence that quotes its arguments.
  return calls([
    call('look'),
    call('look', JSON.stringify({ [CANARIES.member]: CANARIES.hidden, key: CANARIES.undeclared })),
    call('fail'),
  ]);
}

/** In pieces of three characters, so that no piece holds a whole secret. */
function deltasOf({ content, tool_calls }: WireMessage): object[] {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  const texts = (content?.match(/[\s\S]{1,3}/g) ?? []).map((text) => chunk({ content: text }));
  const calls = (tool_calls ?? []).map((call, index) => chunk({ tool_calls: [{ index, ...call }] }));
  return [...texts, ...calls, chunk({}, tool_calls === undefined ? 'stop' : 'tool_calls')];
}

/** A client of that model, with a key. */
export function clientOf(model: ModelServer, errorReports?: string) {
  return createClient({
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: model.url,
    apiKey: CANARIES.apiKey,
    retries: { maxRetries: 0 },
    ...(errorReports !== undefined && { errorReports }),
  });
}

/** Passes requests on and keeps what goes over the wire, apart from the header that must hold a secret. */
export async function startRecorder(target: string): Promise<ModelServer> {
  let recorded = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
      ),
    ) as Record<string, string>;
    recorded += `${JSON.stringify({ ...headers, 'x-key': undefined })}\n${body}\n`;
    const answer = await fetch(new URL(request.url ?? '/', target), {
      method: request.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body }),
    });
    response.writeHead(
      answer.status,
      Object.fromEntries(
        [...answer.headers].filter(
          ([name]) =>
            name !== 'content-encoding' && name !== 'content-length' && name !== 'transfer-encoding',
        ),
      ),
    );
    try {
      for await (const chunk of answer.body ?? []) {
        recorded += Buffer.from(chunk).toString();
        response.write(chunk);
      }
    } catch {
      // The other side has left.
    }
    response.end();
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => recorded,
    close: () => close(server),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
