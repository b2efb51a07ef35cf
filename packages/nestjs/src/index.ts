export { McpController } from './mcp-controller.js';
export type { NestMcpOptions, ToolwrightModuleAsyncOptions, ToolwrightModuleOptions } from './options.js';
export { findToolCall, type ToolCall } from './tool-call.js';
export { ToolwrightModule } from './toolwright-module.js';
