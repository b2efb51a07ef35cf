import type { Usage } from '@toolwright/contract';
import { tokenCount } from '../../reply/token-count.js';

/**
 * Usage as Gemini reports it: thoughts are counted beside the answer.
 * @see https://ai.google.dev/api/generate-content#UsageMetadata
 */
export function toUsage(raw: unknown): Usage | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const counts: Readonly<Record<string, unknown>> = { ...raw };
  const prompt = tokenCount(counts.promptTokenCount);
  const answer = tokenCount(counts.candidatesTokenCount);
  const reasoningTokens = tokenCount(counts.thoughtsTokenCount);
  if (prompt === undefined && answer === undefined && reasoningTokens === undefined) return undefined;
  const cachedInputTokens = tokenCount(counts.cachedContentTokenCount);
  return {
    inputTokens: (prompt ?? 0) + (tokenCount(counts.toolUsePromptTokenCount) ?? 0),
    outputTokens: (answer ?? 0) + (reasoningTokens ?? 0),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}
