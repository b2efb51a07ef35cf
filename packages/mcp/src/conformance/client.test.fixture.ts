/** A program for the conformance suite, built on our client. The suite runs it with the address of its own server. */
import type { ToolSpec } from '@toolwright/contract';
import { ToolRegistry } from '@toolwright/tools';
import { connectMcp } from '../client/connect-mcp.js';
import { createAuthorization } from './authorization.test.fixture.js';

const url = process.argv.at(-1) ?? '';
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context: unknown = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');

const connection = await connectMcp({
  url,
  ...(scenario.startsWith('auth/') ? createAuthorization(scenario, Object(context)) : {}),
  onElicit: async () => ({ action: 'accept', content: {} }),
});
const registry = new ToolRegistry();
connection.addTo(registry);
for (const [name, args] of await calls()) {
  process.stderr.write(`${name}: ${JSON.stringify(await registry.execute(name, args))}\n`);
}
await connection.close();

/** The calls that the suite names, or one of each tool. */
async function calls(): Promise<[string, unknown][]> {
  const named: unknown = Reflect.get(Object(context), 'toolCalls');
  if (Array.isArray(named)) return named.map(({ name, arguments: args }) => [name, args]);
  const all: [string, unknown][] = [];
  for (const tool of registry.listTools()) all.push([tool.name, await argumentsOf(tool)]);
  return all;
}

async function argumentsOf({ name, parameters }: ToolSpec): Promise<unknown> {
  if (name === 'json_schema_echo') return { schema: await schemaAsListed('json_schema_2020_12_tool') };
  const { properties, required = [] } = parameters;
  const numbers = Object.entries(properties).filter(([, { type }]) => type === 'number');
  const texts = Object.entries(properties).filter(
    ([key, { type }]) => type === 'string' && required.includes(key),
  );
  return Object.fromEntries([
    ...numbers.map(([key], index) => [key, index + 2]),
    ...texts.map(([key]) => [key, 'text']),
  ]);
}

async function schemaAsListed(tool: string): Promise<unknown> {
  const { tools } = await connection.request('tools/list');
  // Parsed from JSON.
  return (tools as { name: string; inputSchema: unknown }[]).find(({ name }) => name === tool)?.inputSchema;
}
