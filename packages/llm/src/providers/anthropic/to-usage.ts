import type { Usage } from '@toolwright/contract';
import { tokenCount } from '../../reply/token-count.js';

/**
 * Usage as the Messages API reports it. `input_tokens` there leaves out what was read from the cache or written to it.
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching#tracking-cache-performance
 */
export function toUsage(raw: Readonly<Record<string, unknown>>): Usage | undefined {
  const input = tokenCount(raw.input_tokens);
  const output = tokenCount(raw.output_tokens);
  if (input === undefined && output === undefined) return undefined;
  const cachedInputTokens = tokenCount(raw.cache_read_input_tokens);
  const cacheWriteTokens = tokenCount(raw.cache_creation_input_tokens);
  const details = raw.output_tokens_details;
  const reasoningTokens =
    typeof details === 'object' && details !== null && 'thinking_tokens' in details
      ? tokenCount(details.thinking_tokens)
      : undefined;
  return {
    inputTokens: (input ?? 0) + (cachedInputTokens ?? 0) + (cacheWriteTokens ?? 0),
    outputTokens: output ?? 0,
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}
