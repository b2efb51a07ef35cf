export { Agent } from './agent.js';
export type { AgentConfig, AgentRuntime, OnLimit } from './agent-config.js';
export type { RunInput } from './input-message.js';
export { Memory, type MemoryOptions } from './memory.js';
export type { MemoryState } from './memory-state.js';
export { nativeProtocol } from './native-protocol.js';
export type { Observation, ObservationFilter } from './observation.js';
export type { RequestOptions, RunOptions } from './run-options.js';
export { RunStream } from './run-stream.js';
export type { PromptSource } from './system-prompt.js';
export type {
  ModelRequest,
  Reply,
  ReplyContext,
  RequestedCall,
  ToolAnswer,
  ToolCallProtocol,
} from './tool-call-protocol.js';
export type { ToolExecution, ToolSource } from './tool-source.js';
