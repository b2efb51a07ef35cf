/** Connects with a stored grant, calls a tool, and ends. Nobody is there to be asked. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ToolRegistry } from '@toolwright/tools';
import { connectMcp } from '../connect-mcp.js';

const [url = '', file = ''] = process.argv.slice(2);
const connection = await connectMcp({
  url,
  oauth: {
    storage: { load: () => readFileSync(file, 'utf8'), save: (_, text) => writeFileSync(file, text) },
    redirectUrl: 'http://127.0.0.1:1/callback',
    openBrowser: () => {
      throw new Error('Nobody is here.');
    },
  },
});
const registry = new ToolRegistry();
connection.addTo(registry);
process.stdout.write(String(await registry.call('echo', { text: 'still here' })));
await connection.close();
