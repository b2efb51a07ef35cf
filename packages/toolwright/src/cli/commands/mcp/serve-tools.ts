import type { McpService, ServedTools } from '@toolwright/mcp';
import type { CommandContext } from '../../command-context.js';
import { loadOptional } from '../../load/load-optional.js';
import { loadPrompts } from '../../load/load-prompts.js';
import { loadRegistry } from '../../load/load-registry.js';

export interface McpCommandOptions {
  readonly registry: string;
  readonly prompts?: string;
  readonly http?: number;
  readonly name: string;
}

/**
 * Serves a registry until the client is gone, or until the process is told to end.
 * @throws ToolwrightError `MISSING_PACKAGE`, or what is wrong with the modules.
 */
export async function serveTools(
  { registry, prompts, http, name }: McpCommandOptions,
  { io }: CommandContext,
): Promise<void> {
  const { serveMcp } = await loadOptional('@toolwright/mcp', () => import('@toolwright/mcp'));
  const token = io.env.TOOLWRIGHT_MCP_TOKEN || undefined;
  const service = await serveMcp(
    // A registry of whichever copy of the package the project has: its methods have been checked.
    async () => (await loadRegistry(registry, io.cwd)) as ServedTools,
    {
      name,
      ...(prompts === undefined ? {} : { prompts: () => loadPrompts(prompts, io.cwd) }),
      ...(http === undefined ? {} : { http: { port: http, token } }),
    },
  );
  if (service.url !== undefined) io.stderr.write(`Serving at ${service.url}\n`);
  await untilClosed(service);
}

async function untilClosed(service: McpService): Promise<void> {
  const close = (): void => void service.close();
  for (const signal of SIGNALS) process.once(signal, close);
  await service.closed;
  for (const signal of SIGNALS) process.off(signal, close);
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
