import path from 'node:path';
import { connectMcp } from '@toolwright/mcp';
import { isToolwrightError, ToolRegistry } from 'toolwright';

/** Starts the server as an MCP client does, lists its tools and calls one. */
async function main(): Promise<void> {
  const script = process.argv[1] ?? '';
  const server = path.join(path.dirname(script), `main${path.extname(script)}`);
  const connection = await connectMcp({ command: process.execPath, args: [...process.execArgv, server] });
  try {
    const registry = new ToolRegistry();
    connection.addTo(registry);
    for (const { name, description } of registry.listTools()) console.log(`${name}: ${description}`);
    console.log('count({ item: "A-17" }) =', await registry.execute('count', { item: 'A-17' }));
  } finally {
    await connection.close();
  }
}

main().catch((error: unknown) => {
  console.error(isToolwrightError(error) && error.hint ? `${error.message} ${error.hint}` : error);
  process.exitCode = 1;
});
