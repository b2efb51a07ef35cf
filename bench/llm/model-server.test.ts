import { PIECE, scenario, startModelServer } from './model-server.mjs';

describe('the server of the model clients', () => {
  it.each([
    ['burst', 120],
    ['single', 7],
  ])('streams as many deltas as the model name says: %s-%i', async (kind, count) => {
    const server = await startModelServer();
    try {
      const { model, text } = scenario(kind, count);
      const body = JSON.stringify({ model });
      const streamed = await (await fetch(`${server.url}/chat/completions`, { method: 'POST', body })).text();
      expect(streamed.split(JSON.stringify(PIECE)).length - 1).toBe(count);
      expect(text).toBe(PIECE.repeat(count));
      expect(streamed.trimEnd().endsWith('data: [DONE]')).toBe(true);
    } finally {
      server.close();
    }
  });
});
