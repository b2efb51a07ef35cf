import { addUsage } from './usage.js';

describe('addUsage', () => {
  it('adds known counts and leaves the rest unknown', () => {
    expect(
      addUsage(
        { inputTokens: 1, outputTokens: 2, reasoningTokens: 3 },
        { inputTokens: 10, outputTokens: 20, cachedInputTokens: 5, cacheWriteTokens: undefined },
      ),
    ).toEqual({ inputTokens: 11, outputTokens: 22, reasoningTokens: 3, cachedInputTokens: 5 });
  });
});
