import { isRecord, type Usage } from '@toolwright/contract';
import { tokenCount } from '../../reply/token-count.js';
import { createUsage } from '../../reply/usage.js';

/**
 * Reads usage in Gemini's format, which counts thoughts separately from the answer.
 * @see https://ai.google.dev/api/generate-content#UsageMetadata
 */
export function toUsage(raw: unknown): Usage | undefined {
  if (!isRecord(raw)) return undefined;
  const prompt = tokenCount(raw.promptTokenCount);
  const answer = tokenCount(raw.candidatesTokenCount);
  const thoughts = tokenCount(raw.thoughtsTokenCount);
  if (prompt === undefined && answer === undefined && thoughts === undefined) return undefined;
  return createUsage({
    inputTokens: (prompt ?? 0) + (tokenCount(raw.toolUsePromptTokenCount) ?? 0),
    outputTokens: (answer ?? 0) + (thoughts ?? 0),
    cachedInputTokens: raw.cachedContentTokenCount,
    reasoningTokens: thoughts,
  });
}
