import type { Usage } from '@toolwright/contract';
import { isRecord } from '../is-record.js';
import { tokenCount } from './token-count.js';

/**
 * Usage as OpenAI's two APIs and the servers that follow them report it; undefined where there is none.
 * DeepSeek's name for cached tokens is known as well.
 */
export function toUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const inputTokens = tokenCount(raw.prompt_tokens ?? raw.input_tokens);
  const outputTokens = tokenCount(raw.completion_tokens ?? raw.output_tokens);
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const input = details(raw.prompt_tokens_details ?? raw.input_tokens_details);
  const output = details(raw.completion_tokens_details ?? raw.output_tokens_details);
  const cachedInputTokens = tokenCount(input.cached_tokens) ?? tokenCount(raw.prompt_cache_hit_tokens);
  const cacheWriteTokens = tokenCount(input.cache_write_tokens);
  const reasoningTokens = tokenCount(output.reasoning_tokens);
  // OpenRouter's, in US dollars: https://openrouter.ai/docs/use-cases/usage-accounting
  const cost = tokenCount(raw.cost);
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
  const cachedInputTokens = sum(a.cachedInputTokens, b.cachedInputTokens);
  const cacheWriteTokens = sum(a.cacheWriteTokens, b.cacheWriteTokens);
  const reasoningTokens = sum(a.reasoningTokens, b.reasoningTokens);
  const cost = sum(a.cost, b.cost);
  const total: { -readonly [Name in keyof Usage]: Usage[Name] } = {
    inputTokens: sum(a.inputTokens, b.inputTokens) ?? 0,
    outputTokens: sum(a.outputTokens, b.outputTokens) ?? 0,
  };
  if (cachedInputTokens !== undefined) total.cachedInputTokens = cachedInputTokens;
  if (cacheWriteTokens !== undefined) total.cacheWriteTokens = cacheWriteTokens;
  if (reasoningTokens !== undefined) total.reasoningTokens = reasoningTokens;
  if (cost !== undefined) total.cost = cost;
  return total;
}

/** Providers that users write may say more than the type allows: what is no number is not known. */
function sum(a: number | undefined, b: number | undefined): number | undefined {
  if (typeof a !== 'number') return typeof b === 'number' ? b : undefined;
  return typeof b === 'number' ? a + b : a;
}

function details(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
