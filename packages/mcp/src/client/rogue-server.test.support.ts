import type { CommandOptions } from './connect-options.js';

/**
 * A hand-written server that can do what the official SDK does not allow.
 * @param cases JavaScript: cases of a switch over `method`, which may use `id`, `params`, `answer(result)` and `send(message)`.
 */
export function rogueServer(cases: string, tools: readonly object[] = []): CommandOptions {
  const program = `
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    let rest = '';
    let tools = ${JSON.stringify(tools)};
    let waiting;
    process.stdin.on('data', (chunk) => {
      const lines = (rest + chunk).split('\\n');
      rest = lines.pop();
      for (const line of lines) {
        const { id, method, params } = JSON.parse(line);
        const answer = (result) => send({ id, result });
        switch (method) {
          ${cases}
          case 'initialize':
            answer({ protocolVersion: '2025-06-18', capabilities: { tools: { listChanged: true } },
              serverInfo: { name: 'rogue', version: '1' } });
            break;
          case 'tools/list': answer({ tools }); break;
          default: if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
        }
      }
    });`;
  return { command: process.execPath, args: ['--eval', program] };
}

/** A tool as a server lists it. */
export function listed(name: string, more: object = {}): object {
  return { name, description: `Does ${name}.`, inputSchema: { type: 'object', properties: {} }, ...more };
}
