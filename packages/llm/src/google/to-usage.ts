import type { Usage } from '@toolwright/contract';

/**
 * Usage as Gemini reports it: thoughts are counted beside the answer.
 * @see https://ai.google.dev/api/generate-content#UsageMetadata
 */
export function toUsage(raw: unknown): Usage | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const counts: Readonly<Record<string, unknown>> = { ...raw };
  const prompt = count(counts.promptTokenCount);
  const answer = count(counts.candidatesTokenCount);
  const reasoningTokens = count(counts.thoughtsTokenCount);
  if (prompt === undefined && answer === undefined && reasoningTokens === undefined) return undefined;
  const cachedInputTokens = count(counts.cachedContentTokenCount);
  return {
    inputTokens: (prompt ?? 0) + (count(counts.toolUsePromptTokenCount) ?? 0),
    outputTokens: (answer ?? 0) + (reasoningTokens ?? 0),
    ...(cachedInputTokens !== undefined && { cachedInputTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
