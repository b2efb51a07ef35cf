import type { MigrateZodOptions, ZodMigration } from './migrate-zod.js';

/**
 * Rewrites the tools of the AI SDK, Mastra, the MCP SDK and LangChain with Zod schemas as functions with types. Runs none of the project's
 * code. Loads the compiler.
 * @throws ToolwrightError `INVALID_PROJECT` when the project cannot be read, `OUTPUT_FAILED` when a file cannot be written.
 */
export async function migrateZod(options: MigrateZodOptions): Promise<ZodMigration> {
  const { migrateProject } = await import('./migrate-zod.js');
  return migrateProject(options);
}
