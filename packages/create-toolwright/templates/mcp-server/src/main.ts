import { serveMcp } from '@toolwright/mcp';
import { isToolwrightError, ToolRegistry } from 'toolwright';
import { Stock } from './tools.js';
import { manifest } from './toolwright.gen.js';

/** Serves the tools over standard input and output, until the client closes them. */
async function main(): Promise<void> {
  const registry = new ToolRegistry(manifest).registerFrom(new Stock());
  const service = await serveMcp(registry, { name: 'stock', version: '1.0.0' });
  await service.closed;
}

main().catch((error: unknown) => {
  console.error(isToolwrightError(error) && error.hint ? `${error.message} ${error.hint}` : error);
  process.exitCode = 1;
});
