import { Readable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  type CanActivate,
  Catch,
  Controller,
  type ExecutionContext,
  Headers,
  type INestApplication,
  Injectable,
  Post,
  Req,
  Sse,
  StreamableFile,
  UnauthorizedException,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { ToolContext } from '@toolwright/contract';
import { Agent, toUIStream } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { ToolRegistry, tool } from '@toolwright/tools';
import { from, map, type Observable } from 'rxjs';
import { listen, manifestOf, rootModule, toolOf } from './application.test.support.js';
import { McpController, ToolwrightModule } from './index.js';

/** Notes the user of the header in the request, as a guard for tokens does. */
class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest();
    request.user ??= request.headers['x-user'];
    if (request.user === undefined) throw new UnauthorizedException('Who are you?');
    return true;
  }
}

class AdaGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest().user === 'Ada';
  }
}

/** Answers HTTP, as filters do that know nothing of tools. */
@Catch()
class AnswerFilter {
  catch(error: Error, host: ExecutionContext): void {
    const response = host.switchToHttp().getResponse();
    response.status(418).send({ message: `answered: ${error.message}` });
  }
}

@Injectable()
class Orders {
  @UseGuards(AdaGuard)
  @tool
  remove(id: number, context: ToolContext<string>): string {
    return `${context.app} removed ${id}`;
  }

  @UseFilters(AnswerFilter)
  @tool
  find(id: number): never {
    throw new Error(`no order ${id}`);
  }

  @tool
  async wait(context: ToolContext): Promise<never> {
    waiting?.(context.signal);
    return new Promise<never>(() => undefined);
  }
}

let waiting: ((signal: AbortSignal) => void) | undefined;

const id = { id: { type: 'number' } } as const;
const remove = toolOf(() => Orders, 'remove', id, { parameters: ['id', null] });
const manifest = manifestOf(
  { ...remove, spec: { ...remove.spec, needsContext: true } },
  toolOf(() => Orders, 'find', id),
  toolOf(() => Orders, 'wait', {}, { parameters: [null] }),
);

/** Calls this tool, and answers with its outcome. */
function agentFor(toolRegistry: ToolRegistry, name: string): Agent {
  const llmClient = scriptedModel([
    { toolCalls: [{ name, arguments: name === 'wait' ? {} : { id: 4 } }] },
    ({ messages }) => ({ text: String(messages.at(-1)?.content) }),
  ]);
  return new Agent({ llmClient, toolRegistry });
}

interface UserRequest {
  readonly user: string;
}

@UseGuards(UserGuard)
@Controller('chat')
class ChatController {
  constructor(private readonly registry: ToolRegistry) {}

  @Post('run')
  async run(@Req() { user }: UserRequest, @Headers('x-tool') name: string): Promise<string> {
    const { finalResponse } = await agentFor(this.registry, name).run('Go.', { context: user });
    return finalResponse ?? '';
  }

  @Post('file')
  file(@Req() { user }: UserRequest, @Headers('x-tool') name: string): StreamableFile {
    const run = agentFor(this.registry, name).runStream('Go.', { context: user });
    return new StreamableFile(
      Readable.fromWeb(toUIStream(run, 'ag-ui', { threadId: 't', runId: 'r' }) as never),
    );
  }

  @Sse('sse')
  sse(@Req() { user }: UserRequest, @Headers('x-tool') name: string): Observable<object> {
    return from(agentFor(this.registry, name).runStream('Go.', { context: user })).pipe(
      map((data) => ({ data })),
    );
  }
}

@UseGuards(UserGuard)
@Controller('mcp')
class OrdersMcp extends McpController {}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(platform: string): Promise<string> {
  const tools = ToolwrightModule.forRoot({
    manifest,
    mcp: {
      name: 'orders',
      contextFor: (_request, host) => host?.switchToHttp().getRequest().user,
    },
  });
  const root = rootModule({ providers: [Orders], controllers: [ChatController, OrdersMcp] }, tools);
  const options = { logger: false, abortOnError: false, forceCloseConnections: true } as const;
  const app: INestApplication =
    platform === 'Fastify'
      ? await NestFactory.create(root, new FastifyAdapter({ forceCloseConnections: true } as never), options)
      : await NestFactory.create(root, options);
  open.push(app);
  return listen(app);
}

async function connect(url: string, user: string, versionNegotiation?: object): Promise<Client> {
  const requestInit = { headers: { 'x-user': user } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  const client = new Client({ name: 'test', version: '1' }, {
    ...(versionNegotiation && { versionNegotiation }),
  } as never);
  await client.connect(transport);
  open.push(client);
  return client;
}

// M6
describe.each(['Express', 'Fastify'])('on %s', (platform) => {
  it.each(['run', 'file', 'sse'])(
    'guards see the request of the handler that runs the agent: %s',
    async (way) => {
      const url = await start(platform);
      const send = async (user: string, name: string) => {
        const method = way === 'sse' ? 'GET' : 'POST';
        const response = await fetch(`${url}/chat/${way}`, {
          method,
          headers: { 'x-user': user, 'x-tool': name },
        });
        const text = await response.text();
        return [
          response.ok,
          text + [...text.matchAll(/"delta":"(.*?)"/g)].map(([, word]) => word).join(''),
        ] as const;
      };
      expect(await send('Ada', 'remove')).toEqual([true, expect.stringContaining('Ada removed 4')]);
      expect(await send('Bo', 'remove')).toEqual([true, expect.stringContaining('Forbidden resource')]);
      expect(await send('Bo', 'find')).toEqual([true, expect.stringContaining('answered: no order 4')]);
    },
  );

  it.each([
    ['of today', undefined],
    ['of an older revision', { mode: 'legacy' }],
  ])('guards see the request of an MCP client %s', async (_, versionNegotiation) => {
    const url = await start(platform);
    const [ada, bo] = [
      await connect(url, 'Ada', versionNegotiation),
      await connect(url, 'Bo', versionNegotiation),
    ];
    const call = (client: Client, name: string) => client.callTool({ name, arguments: { id: 4 } });
    expect(await call(ada, 'remove')).toMatchObject({ content: [{ text: 'Ada removed 4' }] });
    expect(await call(bo, 'remove')).toMatchObject({
      isError: true,
      content: [{ text: 'Forbidden resource' }],
    });
    expect(await call(bo, 'find')).toMatchObject({
      isError: true,
      content: [{ text: 'answered: no order 4' }],
    });
  });

  it('guards of the MCP controller refuse clients', async () => {
    const url = await start(platform);
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ message: 'Who are you?' }),
    ]);
  });

  it('a client that leaves aborts the tool', async () => {
    const url = await start(platform);
    const signal = new Promise<AbortSignal>((resolve) => {
      waiting = resolve;
    });
    const controller = new AbortController();
    const headers = { 'x-user': 'Ada', 'x-tool': 'wait' };
    const request = fetch(`${url}/chat/file`, { method: 'POST', headers, signal: controller.signal });
    const left = request.then((response) => response.text()).catch((error: Error) => error.name);
    const seen = await signal;
    const aborted = new Promise((resolve) => seen.addEventListener('abort', resolve));
    controller.abort();
    expect(await left).toBe('AbortError');
    await aborted;
  });
});
