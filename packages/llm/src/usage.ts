import type { Usage } from '@toolwright/contract';

/**
 * Usage as OpenAI and the servers that follow it report it; undefined where there is none.
 * DeepSeek's name for cached tokens is known as well.
 */
export function toUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const inputTokens = count(raw.prompt_tokens);
  const outputTokens = count(raw.completion_tokens);
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const input = isRecord(raw.prompt_tokens_details) ? raw.prompt_tokens_details : {};
  const output = isRecord(raw.completion_tokens_details) ? raw.completion_tokens_details : {};
  const cachedInputTokens = count(input.cached_tokens) ?? count(raw.prompt_cache_hit_tokens);
  const reasoningTokens = count(output.reasoning_tokens);
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
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

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
