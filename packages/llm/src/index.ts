export { AnthropicClient } from './anthropic/anthropic-client.js';
export type { ClientRuntime, LLMConfig, ProviderName, RetryOptions, TimeoutOptions } from './config.js';
export { createClient } from './create-client.js';
export { GoogleClient } from './google/google-client.js';
export type { ImageDetail, ImageSource } from './image-source.js';
export { createMessage, type MessageOptions, sanitizeName } from './messages.js';
export { OpenAIClient } from './openai/openai-client.js';
export { type AssemblerOptions, assemble, StreamAssembler, toAssistantMessage } from './stream-assembler.js';
export { addUsage } from './usage.js';
