export { type McpClientSource, printMcpClient } from './mcp/print-mcp-client.js';
export { documentTools } from './openapi/document-tools.js';
export { type ImportedClient, type ImportOptions, importOpenApi } from './openapi/import-openapi.js';
export { operationsWithLosses } from './openapi/operations-with-losses.js';
export type { ImportNote } from './openapi/read-context.js';
export { type Difference, type PromisedTool, type Proof, prove } from './prove.js';
