export type { ImageDetail, ImageSource } from '@toolwright/contract';
export { AnthropicClient, GoogleClient, GroqClient, OllamaClient, OpenAIClient } from './client/clients.js';
export type {
  ClientRuntime,
  LLMConfig,
  ProviderName,
  RetryOptions,
  TimeoutOptions,
} from './client/config.js';
export { type ClientConfig, createClient } from './client/create-client.js';
export { CatalogueModel, Model } from './models/model.js';
export { costOf } from './prices/cost-of.js';
export type { ModelPrice, PriceTable } from './prices/price-table.js';
export {
  type AssemblerOptions,
  assemble,
  StreamAssembler,
  toAssistantMessage,
} from './reply/stream-assembler.js';
export { toDeltas } from './reply/to-deltas.js';
export { addUsage } from './reply/usage.js';
export { createMessage, type MessageOptions, type NamedFile, sanitizeName } from './request/messages.js';
export type { BreakerOptions } from './routing/circuit.js';
export { fallbackClient } from './routing/fallback-client.js';
export type { FallbackOptions, RequestErrorCode } from './routing/fallback-options.js';
export { type ChooseClient, routeClient } from './routing/route-client.js';
