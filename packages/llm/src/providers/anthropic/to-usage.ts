import { isRecord, type Usage } from '@toolwright/contract';
import { tokenCount } from '../../reply/token-count.js';
import { createUsage } from '../../reply/usage.js';

/**
 * Reads usage in the Messages API's format, where `input_tokens` excludes tokens read from the cache or written to it.
 * @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching#tracking-cache-performance
 */
export function toUsage(raw: Readonly<Record<string, unknown>>): Usage | undefined {
  const { input_tokens: input, output_tokens: output, output_tokens_details: details } = raw;
  if (tokenCount(input) === undefined && tokenCount(output) === undefined) return undefined;
  const { cache_read_input_tokens: cached, cache_creation_input_tokens: written } = raw;
  const inputs = [input, cached, written].map((count) => tokenCount(count) ?? 0);
  return createUsage({
    inputTokens: inputs.reduce((sum, count) => sum + count, 0),
    outputTokens: output,
    cachedInputTokens: cached,
    cacheWriteTokens: written,
    reasoningTokens: isRecord(details) ? details.thinking_tokens : undefined,
  });
}
