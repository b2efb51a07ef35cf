import { formatCount, type Usage } from '@toolwright/contract';

/** `1,200 tokens in`, `30 out`, and the other counts that are known. */
export function usageParts(usage: Usage): string[] {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } = usage;
  return [
    `${formatCount(inputTokens, 'token')} in`,
    `${formatCount(outputTokens)} out`,
    ...(cachedInputTokens ? [`${formatCount(cachedInputTokens)} from the cache`] : []),
    ...(cacheWriteTokens ? [`${formatCount(cacheWriteTokens)} to the cache`] : []),
    ...(reasoningTokens ? [`${formatCount(reasoningTokens)} of reasoning`] : []),
  ];
}
