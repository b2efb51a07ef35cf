/** A program for the conformance suite, built on our client. The suite runs it with the address of its own server. */
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
for (const { name, parameters } of registry.listTools()) {
  const numbers = Object.entries(parameters.properties).filter(([, { type }]) => type === 'number');
  const outcome = await registry.execute(
    name,
    Object.fromEntries(numbers.map(([key], index) => [key, index + 2])),
  );
  process.stderr.write(`${name}: ${JSON.stringify(outcome)}\n`);
}
await connection.close();
