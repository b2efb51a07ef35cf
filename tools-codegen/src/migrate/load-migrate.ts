import type { MigrateOptions, Migration } from './migrate.js';

/**
 * Rewrites the marks of a project's methods: decorators to JSDoc tags, or tags to decorators. Changes nothing else in the project's files.
 * Loads the compiler.
 * @throws ToolwrightError `INVALID_PROJECT` when the project cannot be read, `OUTPUT_FAILED` when a file cannot be written.
 */
export async function migrate(options: MigrateOptions): Promise<Migration> {
  const { migrateProject } = await import('./migrate.js');
  return migrateProject(options);
}
