import type { Usage } from '@toolwright/contract';

/**
 * Usage as OpenAI's two APIs and the servers that follow them report it; undefined where there is none.
 * DeepSeek's name for cached tokens is known as well.
 */
export function toUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const inputTokens = count(raw.prompt_tokens ?? raw.input_tokens);
  const outputTokens = count(raw.completion_tokens ?? raw.output_tokens);
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const input = details(raw.prompt_tokens_details ?? raw.input_tokens_details);
  const output = details(raw.completion_tokens_details ?? raw.output_tokens_details);
  const cachedInputTokens = count(input.cached_tokens) ?? count(raw.prompt_cache_hit_tokens);
  const cacheWriteTokens = count(input.cache_write_tokens);
  const reasoningTokens = count(output.reasoning_tokens);
  // OpenRouter's, in US dollars: https://openrouter.ai/docs/use-cases/usage-accounting
  const cost = count(raw.cost);
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cost !== undefined && { cost }),
  };
}

/** The sum of two; what neither reports stays absent: unknown is not 0. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum: Record<string, number> = {};
  for (const usage of [a, b]) {
    for (const [name, tokens] of Object.entries(usage)) {
      if (typeof tokens === 'number') sum[name] = (sum[name] ?? 0) + tokens;
    }
  }
  return { inputTokens: 0, outputTokens: 0, ...sum };
}

function details(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
