export type { ImportNote } from './openapi/document.js';
export { type ImportedClient, type ImportOptions, importOpenApi } from './openapi/import-openapi.js';
