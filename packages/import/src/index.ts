export type { ImportNote } from './openapi/document.js';
export { type ImportedClient, type ImportOptions, importOpenApi } from './openapi/import-openapi.js';
export { promisedTools } from './openapi/promised-tools.js';
export { type Difference, type PromisedTool, type Proof, prove } from './prove.js';
