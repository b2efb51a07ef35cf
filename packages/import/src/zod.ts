export { migrateZod } from './zod/load-migrate-zod.js';
export type { MigrateZodOptions, ZodMigration } from './zod/migrate-zod.js';
export type { Note } from './zod/notes.js';
export type { Comparison } from './zod/verify/compare-tools.js';
