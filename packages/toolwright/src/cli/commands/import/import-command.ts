import type { Command } from '../../args/command.js';

const EXAMPLES = `
Examples:
  $ toolwright import openapi petstore.yaml --out src/petstore.ts
  $ toolwright import openapi https://example.com/openapi.json --out src/api.ts
  $ toolwright import mcp --out src/docs.ts https://example.com/mcp`;

/** `toolwright import`, whose subcommands write source from descriptions of others. */
export const importCommand: Command = {
  description: 'write tools from an OpenAPI document, or a client of an MCP server',
  notes: EXAMPLES,
  commands: {
    mcp: async () => (await import('./mcp-command.js')).mcpCommand,
    openapi: async () => (await import('./openapi-command.js')).openApiCommand,
  },
};
