import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describeUnknown } from '@toolwright/contract';
import { ToolRegistry } from '@toolwright/tools';
import { createHandbook, PNG } from '../resources.test.fixture.js';
import { createPrompts } from '../tools.test.fixture.js';
import type { ServerOptions } from './server-options.js';
import { closeSessions, session } from './session.test.support.js';

afterEach(closeSessions);

async function handbookSession(options: ServerOptions = {}) {
  const { registry } = createHandbook();
  return session(options, {}, registry);
}

describe('resources', () => {
  it('are listed apart from templates and tools, with what clients show', async () => {
    const { client } = await handbookSession();
    expect(client.getServerCapabilities()).toMatchObject({
      resources: { subscribe: true, listChanged: true },
      completions: {},
    });
    expect((await client.listResources()).resources).toEqual([
      {
        uri: 'handbook://pages',
        name: 'list',
        description: 'Gives list.',
        annotations: { audience: ['user'], priority: 1 },
      },
      { uri: 'handbook://logo', name: 'logo', title: 'The logo', description: 'Gives logo.' },
      {
        uri: 'ui://handbook/view',
        name: 'view',
        description: 'Gives view.',
        mimeType: 'text/html;profile=mcp-app',
        _meta: { ui: { border: true } },
      },
      { uri: 'handbook://broken', name: 'broken', title: 'The broken' },
    ]);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'handbook://pages/{slug}', name: 'page', mimeType: 'text/markdown' },
      { uriTemplate: 'handbook://years/{year}/{kind}', name: 'year' },
    ]);
    expect((await client.listTools()).tools).toMatchObject([
      { name: 'show', _meta: { ui: { resourceUri: 'ui://handbook/view' } } },
    ]);
  });

  it('are read as text, data and bytes, with the context of the client', async () => {
    const requests: unknown[] = [];
    const { client } = await handbookSession({
      contextFor: (request) => {
        requests.push(request);
        return 'Ada';
      },
    });
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read('handbook://pages/holidays')).toEqual([
      { uri: 'handbook://pages/holidays', mimeType: 'text/markdown', text: '# Holidays' },
    ]);
    expect(await read('handbook://years/2026/sick')).toMatchObject([
      { mimeType: 'application/json', text: '{"year":2026,"kind":"sick","user":"Ada"}' },
    ]);
    expect(await read('handbook://logo')).toMatchObject([
      { mimeType: 'image/png', blob: PNG.toString('base64') },
    ]);
    expect(await read('ui://handbook/view')).toEqual([
      {
        uri: 'ui://handbook/view',
        mimeType: 'text/html;profile=mcp-app',
        text: '<!doctype html>',
        _meta: { ui: { border: true } },
      },
    ]);
    expect(requests[0]).toEqual({
      tool: '',
      resource: 'handbook://pages/holidays',
      headers: {},
      sessionId: undefined,
    });
  });

  it('that cannot be read are protocol errors which say why', async () => {
    const { client } = await handbookSession();
    const refusal = (uri: string) => client.readResource({ uri }).catch((error: unknown) => error);
    expect(await refusal('handbook://page')).toMatchObject({
      code: -32602,
      data: { uri: 'handbook://page' },
      message: expect.stringContaining("'handbook://pages'"),
    });
    expect(await refusal('handbook://pages/none')).toMatchObject({ data: { uri: 'handbook://pages/none' } });
    expect(await refusal('handbook://years/soon/paid')).toMatchObject({
      code: -32602,
      message: expect.stringContaining('year must be a whole number; got "soon"'),
    });
    expect(await refusal('handbook://broken')).toMatchObject({
      code: -32603,
      message: expect.stringContaining('out of paper'),
    });
  });

  it('are followed by those who subscribe, until they unsubscribe', async () => {
    const { client, tools } = await handbookSession();
    const seen: unknown[] = [];
    client.setNotificationHandler(
      ResourceUpdatedNotificationSchema,
      ({ params }) => void seen.push(params.uri),
    );
    client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void seen.push('list'));
    await client.subscribeResource({ uri: 'handbook://pages/holidays' });
    await expect(client.subscribeResource({ uri: 'handbook://nothing' })).rejects.toThrow('nothing');
    tools.resourceChanged('handbook://pages');
    tools.resourceChanged('handbook://pages/holidays');
    await client.ping();
    await client.unsubscribeResource({ uri: 'handbook://pages/holidays' });
    tools.resourceChanged('handbook://pages/holidays');
    await client.ping();
    expect(seen).toEqual(['handbook://pages/holidays']);
  });

  it('are limited in how many one client can follow', async () => {
    const { client } = await handbookSession();
    const follow = (page: number) => client.subscribeResource({ uri: `handbook://pages/${page}` });
    await Promise.all(Array.from({ length: 1_000 }, (_, page) => follow(page)));
    await follow(7);
    await expect(follow(1_000)).rejects.toThrow('A client can subscribe to at most 1000 resources.');
  });

  it('are not declared by a registry without any', async () => {
    const { client } = await session({}, {}, new ToolRegistry());
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true }, logging: {} });
  });

  it('can be answered by handlers of the program instead', async () => {
    const { client } = await handbookSession({ handlers: { 'resources/list': () => ({ resources: [] }) } });
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
  });
});

describe('completion', () => {
  const template = { type: 'ref/resource', uri: 'handbook://years/{year}/{kind}' } as const;

  it('knows the literals of a variable', async () => {
    const { client } = await handbookSession();
    const complete = async (name: string, value: string) =>
      (await client.complete({ ref: template, argument: { name, value } })).completion;
    expect(await complete('kind', '')).toEqual({ values: ['paid', 'sick'], total: 2, hasMore: false });
    expect(await complete('kind', 'S')).toMatchObject({ values: ['sick'] });
    expect(await complete('year', '20')).toMatchObject({ values: [] });
    await expect(
      client.complete({ ref: { ...template, uri: 'handbook://y' }, argument: { name: 'kind', value: '' } }),
    ).rejects.toThrow(describeUnknown('Resource', 'handbook://y', []).problem);
  });

  it('asks the program for other variables and for arguments of prompts, at most 100 values', async () => {
    const asked: unknown[] = [];
    const { client } = await handbookSession({
      prompts: createPrompts(),
      complete: (request) => {
        asked.push(request);
        return request.argument === 'kind' ? undefined : Array.from({ length: 150 }, (_, n) => `v${n}`);
      },
    });
    const argument = { name: 'language', value: 'e' };
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'greet' },
      argument,
      context: { arguments: { name: 'Ada' } },
    });
    expect(completion).toMatchObject({ total: 150, hasMore: true });
    expect(completion.values).toHaveLength(100);
    const literal = await client.complete({ ref: template, argument: { name: 'kind', value: 'p' } });
    expect(literal.completion.values).toEqual(['paid']);
    expect(asked).toEqual([
      { prompt: 'greet', argument: 'language', value: 'e', given: { name: 'Ada' } },
      { resource: template.uri, argument: 'kind', value: 'p', given: {} },
    ]);
  });
});
