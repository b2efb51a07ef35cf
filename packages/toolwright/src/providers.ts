export {
  AnthropicClient,
  CatalogueModel,
  costOf,
  fallbackClient,
  GoogleClient,
  GroqClient,
  Model,
  OllamaClient,
  OpenAIClient,
  routeClient,
} from '@toolwright/llm';
