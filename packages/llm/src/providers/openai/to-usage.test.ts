import { toUsage } from './to-usage.js';

describe('toUsage', () => {
  it('reads what OpenAI and DeepSeek report', () => {
    expect(
      toUsage({
        prompt_tokens: 5,
        completion_tokens: 4,
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 2 },
      }),
    ).toEqual({ inputTokens: 5, outputTokens: 4, cachedInputTokens: 0, reasoningTokens: 2 });
    expect(toUsage({ prompt_tokens: 5, completion_tokens: 4, prompt_cache_hit_tokens: 3 })).toEqual({
      inputTokens: 5,
      outputTokens: 4,
      cachedInputTokens: 3,
    });
  });

  it.each([null, undefined, 'x', {}, { prompt_tokens: 'many' }, { prompt_tokens: -1 }])(
    'finds none in %j',
    (raw) => {
      expect(toUsage(raw)).toBeUndefined();
    },
  );
});
