import type { LLMDelta, LLMResponse } from '@toolwright/contract';

/** Converts a response to the deltas of a stream. Custom clients may omit parts of a response. */
export function* toDeltas(response: Partial<LLMResponse>): Generator<LLMDelta> {
  const { content, reasoning, toolCalls = [], providerCalls = [], usage } = response;
  const {
    finishReason = 'stop',
    rawFinishReason,
    rejected,
    refusal,
    logprobs,
    providerData,
    answeredBy,
  } = response;
  for (const call of providerCalls) yield { type: 'provider-call', call };
  if (reasoning) yield { type: 'reasoning-delta', text: reasoning };
  if (content) yield { type: 'text-delta', text: content };
  for (const [index, { id, function: called }] of toolCalls.entries()) {
    yield { type: 'tool-call-delta', index, id, name: called.name, arguments: called.arguments };
  }
  if (usage) yield { type: 'usage', usage };
  yield {
    type: 'finish',
    finishReason,
    rawFinishReason,
    rejected,
    refusal,
    logprobs,
    providerData,
    answeredBy,
  };
}
