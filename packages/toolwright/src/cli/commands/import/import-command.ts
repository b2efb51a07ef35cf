import type { Command } from '../../args/command.js';

const EXAMPLES = `
Examples:
  $ toolwright import openapi petstore.yaml --out src/petstore.ts
  $ toolwright import openapi https://example.com/openapi.json --out src/api.ts`;

/** `toolwright import`, whose subcommands write source from descriptions of others. */
export const importCommand: Command = {
  description: 'write tools from an OpenAPI document',
  notes: EXAMPLES,
  commands: {
    openapi: async () => (await import('./openapi-command.js')).openApiCommand,
  },
};
