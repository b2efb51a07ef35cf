import { isRecord, type Usage } from '@toolwright/contract';
import { createUsage } from '../../reply/usage.js';

/** Reads usage in the formats of OpenAI's two APIs and compatible servers. Returns undefined if it is absent. */
export function toUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const input = details(raw.prompt_tokens_details ?? raw.input_tokens_details);
  const output = details(raw.completion_tokens_details ?? raw.output_tokens_details);
  return createUsage({
    inputTokens: raw.prompt_tokens ?? raw.input_tokens,
    outputTokens: raw.completion_tokens ?? raw.output_tokens,
    // DeepSeek uses `prompt_cache_hit_tokens`.
    cachedInputTokens: input.cached_tokens ?? raw.prompt_cache_hit_tokens,
    cacheWriteTokens: input.cache_write_tokens,
    reasoningTokens: output.reasoning_tokens,
    // OpenRouter reports the cost in US dollars: https://openrouter.ai/docs/use-cases/usage-accounting
    cost: raw.cost,
  });
}

function details(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
