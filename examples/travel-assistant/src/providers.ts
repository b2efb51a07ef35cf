import { createClient, type LLMProvider, type ProviderName } from 'toolwright';

/** The providers of the assistant, each with a small model. */
export const PROVIDERS = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-2.5-flash',
  groq: 'openai/gpt-oss-20b',
  ollama: 'qwen3',
} as const satisfies Partial<Record<ProviderName, string>>;

export type Provider = keyof typeof PROVIDERS;

export function isProvider(name: string): name is Provider {
  return Object.hasOwn(PROVIDERS, name);
}

/**
 * @param maxRetries default: the client's
 * @throws ToolwrightError `MISSING_API_KEY` with the variable to set
 */
export function connectTo(
  provider: Provider,
  model: string = PROVIDERS[provider],
  {
    maxRetries,
    fetch,
  }: { maxRetries?: number | undefined; fetch?: typeof globalThis.fetch | undefined } = {},
): LLMProvider {
  return createClient({ provider, model, retries: { maxRetries }, runtime: fetch && { fetch } });
}
