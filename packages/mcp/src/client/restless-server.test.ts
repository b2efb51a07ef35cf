/** Servers that say all the time that something has changed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectMcp } from './connect-mcp.js';
import type { McpEvent } from './connect-options.js';
import { listed, rogueServer } from './rogue-server.test.support.js';

it('tools that change with each look at them are looked at less and less often', async () => {
  const changing = `case 'tools/list': waiting = (waiting ?? 0) + 1; answer({ tools: [{ ...tools[0], name: 'a' + waiting }] });
    send({ method: 'notifications/tools/list_changed' }); break;`;
  const changes: McpEvent[] = [];
  const connection = await connectMcp({
    ...rogueServer(changing, [listed('a')]),
    revision: '2025-11-25',
    onEvent: (event) => void (event.type === 'tools-change' && changes.push(event)),
  });
  await sleep(3_000);
  await connection.close();
  // Nor is the latest change forgotten.
  expect(changes.length).toBeGreaterThan(1);
  expect(changes.length).toBeLessThan(10);
  expect(connection.tools.map(({ name }) => name)).toEqual([`a${changes.length + 1}`]);
});

it('a warning does not quote all of a message that nobody wants', async () => {
  const warnings: string[] = [];
  const chatty = `case 'tools/list': send({ id: 999, result: { text: 'a'.repeat(1e6) } }); answer({ tools }); break;`;
  const connection = await connectMcp({
    ...rogueServer(chatty, [listed('a')]),
    revision: '2025-11-25',
    onEvent: (event) => void (event.type === 'warning' && warnings.push(event.message)),
  });
  await connection.close();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.length).toBeLessThan(3_000);
});
