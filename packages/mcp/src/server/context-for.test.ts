import type { ToolContext } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { connectMcp } from '../client/connect-mcp.js';
import { serveMcp } from '../serve-mcp.js';
import { closeSessions, session } from './session.test.support.js';

// H1

interface User {
  readonly user: string;
}
const create = () =>
  new ToolRegistry().register(
    new FunctionTool({
      name: 'whoAmI',
      description: 'Names the user.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      needsContext: true,
      fn: (_: object, { app }: ToolContext<User>) => `user ${app.user}`,
    }),
  );
const untyped = (): ToolRegistry => create();

afterEach(closeSessions);

it('the tools of a server read what `contextFor` returns for the request', async () => {
  const requests: unknown[] = [];
  const contextFor = async (request: unknown) => {
    requests.push(request);
    return { user: '7' };
  };
  const { client } = await session({ contextFor }, {}, untyped());
  expect(await client.callTool({ name: 'whoAmI' })).toEqual({ content: [{ type: 'text', text: 'user 7' }] });
  expect(requests).toEqual([{ tool: 'whoAmI', headers: {}, sessionId: undefined }]);
});

it('each HTTP client gets the context of its headers', async () => {
  const service = await serveMcp(create(), {
    contextFor: ({ headers }) => ({ user: String(headers['x-user']) }),
    http: {},
  });
  const answers = ['ada', 'bob'].map(async (name) => {
    const connection = await connectMcp({ url: String(service.url), headers: { 'x-user': name } });
    const registry = new ToolRegistry();
    for (const tool of connection.tools) registry.register(tool);
    const { result } = await registry.execute('whoAmI', {});
    await connection.close();
    return result;
  });
  expect(await Promise.all(answers)).toEqual(['user ada', 'user bob']);
  await service.close();
});

it('a `contextFor` that throws, or returns undefined, fails the call', async () => {
  const contexts = [
    () => {
      throw new Error('Unknown user.');
    },
    () => undefined,
  ];
  const texts = contexts.map(async (contextFor) => {
    const { client } = await session({ contextFor }, {}, untyped());
    return client.callTool({ name: 'whoAmI' });
  });
  expect(await Promise.all(texts)).toEqual([
    { content: [{ type: 'text', text: 'Unknown user.' }], isError: true },
    { content: [{ type: 'text', text: expect.stringContaining("'whoAmI' needs a context") }], isError: true },
  ]);
});

it('a server without `contextFor` does not start with tools that ask for a context', async () => {
  await expect(serveMcp(untyped(), { http: {} })).rejects.toThrow(
    expect.objectContaining({
      code: 'MISSING_CONTEXT',
      message:
        "'whoAmI' needs a context, but the server has none. Pass `contextFor`, a function that returns the context for each request.",
    }),
  );
});

it('a missing or wrong `contextFor` does not compile', () => {
  const compileOnly = (..._functions: (() => unknown)[]): number => _functions.length;
  const compiled = compileOnly(
    () => serveMcp(() => create(), { contextFor: () => ({ user: '7' }) }),
    () => serveMcp(new ToolRegistry()),
    () => serveMcp(new ToolRegistry(), { name: 'x' }),
    // @ts-expect-error `contextFor` is missing
    () => serveMcp(create()),
    // @ts-expect-error `contextFor` is missing
    () => serveMcp(create(), { name: 'x' }),
    // @ts-expect-error not a user
    () => serveMcp(create(), { contextFor: () => ({ user: 7 }) }),
  );
  expect(compiled).toBe(6);
});
