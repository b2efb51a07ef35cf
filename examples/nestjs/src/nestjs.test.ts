import 'reflect-metadata';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ToolRegistry } from 'toolwright';
import { AppModule } from './app-module.js';
import { AuditLog } from './audit.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function start(platform: string): Promise<{ readonly app: INestApplication; readonly url: string }> {
  delete process.env.OPENAI_API_KEY;
  const options = { logger: false, abortOnError: false } as const;
  const app: INestApplication =
    platform === 'Fastify'
      ? await NestFactory.create(AppModule, new FastifyAdapter(), options)
      : await NestFactory.create(AppModule, options);
  open.push(app);
  await app.listen(0, '127.0.0.1');
  return { app, url: await app.getUrl() };
}

/** The text that the agent streams as its answer. */
async function chat(url: string, user: string, message: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-user': user };
  const response = await fetch(`${url}/chat`, { method: 'POST', headers, body: JSON.stringify({ message }) });
  const events = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  return events
    .map((line) => JSON.parse(line.slice('data: '.length)))
    .filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT')
    .map(({ delta }) => delta)
    .join('');
}

async function connect(url: string, user: string): Promise<Client> {
  const requestInit = { headers: { 'x-user': user } };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  open.push(client);
  return client;
}

// M6
describe.each(['Express', 'Fastify'])('the application on %s', (platform) => {
  it('runs a guard, a pipe, an interceptor and a filter around the tools of its agent', async () => {
    const { app, url } = await start(platform);
    expect(await chat(url, 'Bo', 'Delete order 1.')).toContain('Forbidden resource');
    expect(await chat(url, 'Bo', '90 teas, please.')).toContain('count must not be greater than 9');
    expect(await chat(url, 'Bo', 'Where is order 7?')).toContain(
      'There is no order 7. Ask the customer for the number.',
    );
    expect(await chat(url, 'Bo', '2 teas, please.')).toBe('Basket of Bo: 2 × tea');
    expect(await chat(url, 'Ada', 'Delete order 1.')).toBe('true');
    expect(app.get(AuditLog).lines).toEqual(['Bo: addItem', 'Ada: deleteOrder']);
  });

  it('does the same over MCP', async () => {
    const { app, url } = await start(platform);
    const [bo, ada] = [await connect(url, 'Bo'), await connect(url, 'Ada')];
    const call = async (client: Client, name: string, args: Record<string, unknown>) => {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      return [isError, Object(content)[0].text];
    };
    expect(await call(bo, 'deleteOrder', { id: 1 })).toEqual([true, 'Forbidden resource']);
    expect(await call(bo, 'addItem', { product: 'milk', count: 1 })).toEqual([
      true,
      'product must be one of the following values: tea, coffee',
    ]);
    expect(await call(bo, 'findOrder', { id: 7 })).toEqual([
      true,
      'There is no order 7. Ask the customer for the number.',
    ]);
    expect(await call(bo, 'addItem', { product: 'tea', count: 1 })).toEqual([false, 'Basket of Bo: 1 × tea']);
    expect(await call(ada, 'findOrder', { id: 1 })).toEqual([false, 'tea for Ada']);
    expect(app.get(AuditLog).lines).toEqual(['Bo: addItem', 'Ada: findOrder']);
  });

  it('refuses people whom it does not know, on both routes', async () => {
    const { url } = await start(platform);
    for (const path of ['chat', 'mcp'])
      expect((await fetch(`${url}/${path}`, { method: 'POST' })).status).toBe(401);
  });

  it('refuses calls that no request has caused', async () => {
    const { app } = await start(platform);
    const registry = app.get<ToolRegistry>(ToolRegistry as never);
    expect((await registry.execute('findOrder', { id: 1 })).error).toMatch(/outside a request/);
  });
});
