export type { ToolwrightModuleAsyncOptions, ToolwrightModuleOptions } from './options.js';
export { findToolCall, type ToolCall } from './tool-call.js';
export { ToolwrightModule } from './toolwright-module.js';
