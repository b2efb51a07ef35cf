export {
  AnthropicClient,
  CatalogueModel,
  costOf,
  GoogleClient,
  GroqClient,
  Model,
  OllamaClient,
  OpenAIClient,
} from '@toolwright/llm';
