import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { connectMcp, createMcpEndpoint, type McpEndpoint, serveMcp } from '@toolwright/mcp';
import { ToolRegistry } from 'toolwright';
import { runCli } from '../../../packages/toolwright/src/cli/cli.test.support.js';
import { CANARIES } from '../canaries.js';
import { app, createTools, startRecorder } from '../stage.js';
import { inFolder } from './folder.js';
import { type Sink, WHOLE } from './sink.js';

export function servers(): Record<string, Sink> {
  const prompts = { listPrompts: () => ['leak'], render: () => `Use ${CANARIES.hidden}` };
  const options = { contextFor: () => app, prompts, approval: 'client' } as const;
  const served = conversation(() => serveMcp(createTools(), { ...options, http: { port: 0 } } as never));
  // One conversation shows what the server says and what the client gives.
  return {
    serveMcp: served,
    connectMcp: served,
    createMcpEndpoint: conversation(() => listen(createMcpEndpoint(createTools(), options as never))),
  };
}

/** An endpoint in a server of `node:http`. */
async function listen(endpoint: McpEndpoint) {
  const server = createServer(endpoint.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on TCP
  const close = async (): Promise<void> => {
    await endpoint.close();
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/mcp`, close };
}

interface Service {
  readonly url: string | undefined;
  close(): Promise<void>;
}

function conversation(serve: () => Promise<Service>): Sink {
  return async () => {
    const service = await serve();
    const recorder = await startRecorder(service.url ?? '');
    const url = new URL(new URL(service.url ?? '').pathname, recorder.url).href;
    const events: unknown[] = [];
    const connection = await connectMcp({
      url,
      headers: { 'x-key': CANARIES.header },
      onEvent: (event: unknown) => events.push(event),
    } as never);
    const said: unknown[] = [];
    try {
      const registry = new ToolRegistry();
      connection.addTo(registry);
      const onLog = (...log: unknown[]) => said.push(log);
      const onProgress = (value: unknown) => said.push(value);
      for (const name of ['look', 'fail', 'missing'])
        said.push(await registry.execute(name, {}, { onLog, onProgress }));
      said.push(await connection.getPrompt('leak'));
      return inspect([said, events, connection], WHOLE) + recorder.requests();
    } finally {
      await connection.close();
      await service.close();
      await recorder.close();
    }
  };
}

export async function commandLine(): Promise<string> {
  return inFolder(async (folder) => {
    Object.assign(globalThis, { canary: { registry: createTools(), app } });
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'tools.js'), 'export const { registry, app } = globalThis.canary;');
    const env = { CANARY_TOKEN: CANARIES.environment };
    const said: unknown[] = [];
    for (const name of ['look', 'fail', `no-${CANARIES.member}`, `no ${CANARIES.environment}`])
      said.push(
        await runCli(['call', name, '--registry', 'tools.js#registry', '--context', 'tools.js#app'], {
          cwd: folder,
          env,
        }),
      );
    return inspect(said, WHOLE);
  });
}
