import type { OnModuleDestroy } from '@nestjs/common';
import { createMcpEndpoint, type McpEndpoint } from '@toolwright/mcp';
import type { ToolRegistry } from '@toolwright/tools';
import type { NestMcpOptions } from './options.js';
import type { RunContext } from './run-context.js';

/** The MCP endpoint of an application: opened at its start if a controller serves it, and closed at its end. */
export class ApplicationEndpoint implements OnModuleDestroy {
  #endpoint: McpEndpoint | undefined;

  constructor(private readonly runContext: RunContext) {}

  /** @throws ToolwrightError as `createMcpEndpoint` does */
  open(registry: ToolRegistry, { contextFor, ownerOf, ...options }: NestMcpOptions): void {
    const { runContext } = this;
    const own = {
      ...(contextFor && { contextFor: (request: never) => contextFor(request, runContext.host) }),
      ...(ownerOf && { ownerOf: () => ownerOf(runContext.host) }),
    };
    this.#endpoint = createMcpEndpoint(registry, { ...options, ...own } as never); // the types ask for it in `forRoot`
  }

  get(): McpEndpoint {
    if (this.#endpoint === undefined)
      throw new Error('The MCP endpoint is opened when the application starts.');
    return this.#endpoint;
  }

  async onModuleDestroy(): Promise<void> {
    await this.#endpoint?.close();
  }
}
