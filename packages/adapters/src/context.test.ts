import type { ToolContext } from '@toolwright/contract';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { toAiTools } from './ai-sdk.js';
import { toJsonSchemaTools } from './json-schema.js';
import { toLangChainTools } from './langchain.js';
import { toAgentsTools } from './openai-agents.js';

// H1

interface User {
  readonly user: number;
}
const user: User = { user: 7 };
const options = { messages: [], toolCallId: '1', context: undefined };

const registry = new ToolRegistry().register(
  new FunctionTool({
    name: 'whoAmI',
    description: 'Names the user.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    needsContext: true,
    fn: (_: object, { app }: ToolContext<User>) => `user ${app.user}`,
  }),
);
const untyped: ToolRegistry = registry;

it('each adapter passes the context on', async () => {
  const outputs = toAiTools(registry, { context: user }).whoAmI?.execute?.({}, options);
  for await (const output of outputs) expect(output).toBe('user 7');
  expect(await toJsonSchemaTools(registry, { context: user })[0]?.execute('{}')).toBe('user 7');
  expect(await toLangChainTools(registry, { context: user })[0]?.invoke({})).toBe('user 7');
  const [tool] = toAgentsTools(registry, { context: user });
  if (tool?.type !== 'function') throw new Error('not a function');
  expect(await tool.invoke({} as never, '{}')).toBe('user 7');
});

it('tools that ask for a context are not adapted without one', () => {
  const message =
    "'whoAmI' needs a context, but the adapter has none. Pass the context as an option of the adapter: { context }.";
  const refusal = expect.objectContaining({ code: 'MISSING_CONTEXT', message });
  expect(() => toAiTools(untyped)).toThrow(refusal);
  expect(() => toJsonSchemaTools(untyped)).toThrow(refusal);
  expect(() => toLangChainTools(untyped)).toThrow(refusal);
  expect(() => toAgentsTools(untyped)).toThrow(refusal);
});

it('a missing or wrong context does not compile', () => {
  const compileOnly = (..._functions: (() => unknown)[]): number => _functions.length;
  const compiled = compileOnly(
    // @ts-expect-error the context is missing
    () => toAiTools(registry),
    // @ts-expect-error the context is missing
    () => toJsonSchemaTools(registry, {}),
    // @ts-expect-error not a user
    () => toLangChainTools(registry, { context: { user: '7' } }),
    // @ts-expect-error not a user
    () => toAgentsTools(registry, { context: 7 }),
    () => toAgentsTools(new ToolRegistry()),
    () => toLangChainTools(new ToolRegistry(), { approve: () => true }),
  );
  expect(compiled).toBe(6);
});
