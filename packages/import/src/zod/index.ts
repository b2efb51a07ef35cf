export { type MigrateZodOptions, migrateProject, type ZodMigration } from './migrate-zod.js';
export type { Note } from './notes.js';
