export { migrateZod } from './load-migrate-zod.js';
export type { MigrateZodOptions, ZodMigration } from './migrate-zod.js';
export type { Note } from './notes.js';
export type { Comparison } from './verify/compare-tools.js';
