import * as fc from 'fast-check';
import { createClient } from '../client/create-client.js';
import { assemble } from '../reply/stream-assembler.js';
import {
  chunk,
  completion,
  event,
  SSE,
  sendJson,
  sharedRawServer,
} from '../testing/raw-server.test.support.js';
import { costOf } from './cost-of.js';
import type { PriceTable } from './price-table.js';
import { PRICES } from './prices.js';

const usage = { inputTokens: 1_000_000, outputTokens: 100_000 };
const opus = { provider: 'anthropic', model: 'claude-opus-4-8' };

describe('costOf', () => {
  it('multiplies tokens by their prices, cached ones by their own', () => {
    expect(costOf(usage, opus)).toBeCloseTo(5 + 2.5);
    const cached = { ...usage, cachedInputTokens: 600_000, cacheWriteTokens: 200_000 };
    expect(costOf(cached, opus)).toBeCloseTo(0.2 * 5 + 0.6 * 0.5 + 0.2 * 6.25 + 2.5);
  });

  it('is unknown, not 0, if a model or a needed rate has no price', () => {
    expect(costOf(usage, { provider: 'openai', model: 'gpt-of-tomorrow' })).toBeUndefined();
    expect(costOf(usage, { provider: 'somebody', model: 'claude-opus-4-8' })).toBeUndefined();
    expect(costOf(usage, { provider: 'anthropic' })).toBeUndefined();
    expect(costOf(usage, { provider: 'constructor', model: 'name' })).toBeUndefined();
    const haiku = { provider: 'anthropic', model: 'claude-haiku-4-5' };
    expect(costOf(usage, haiku)).toBeCloseTo(1.5);
    expect(costOf({ ...usage, cachedInputTokens: 1 }, haiku)).toBeUndefined();
    expect(costOf({ ...usage, cachedInputTokens: 0, cacheWriteTokens: 0 }, haiku)).toBeCloseTo(1.5);
  });

  it('treats dates as builds of a version, and other versions as other models', () => {
    expect(costOf(usage, { provider: 'anthropic', model: 'claude-opus-4-5-20251101' })).toBeCloseTo(7.5);
    expect(costOf(usage, { provider: 'openai', model: 'gpt-5-mini-2025-08-07' })).toBeCloseTo(0.45);
    expect(costOf(usage, { provider: 'anthropic', model: 'claude-opus-4-9' })).toBeUndefined();
  });

  it('prefers your own prices', () => {
    const own: PriceTable = {
      anthropic: { 'claude-opus-4-8': { input: 1, output: 0 } },
      ollama: { llama4: { input: 0, output: 0 } },
      google: {
        'gemini-x': ({ inputTokens }) =>
          inputTokens > 200_000 ? { input: 4, output: 20 } : { input: 2, output: 10 },
      },
    };
    expect(costOf(usage, opus, own)).toBe(1);
    expect(costOf(usage, { provider: 'anthropic', model: 'claude-opus-4-7' }, own)).toBeCloseTo(7.5);
    expect(costOf(usage, { provider: 'ollama', model: 'llama4' }, own)).toBe(0);
    expect(costOf(usage, { provider: 'google', model: 'gemini-x' }, own)).toBeCloseTo(6);
    const small = { inputTokens: 100_000, outputTokens: 100_000 };
    expect(costOf(small, { provider: 'google', model: 'gemini-x' }, own)).toBeCloseTo(1.2);
  });

  it('never falls with more tokens, and never below 0', () => {
    const tokens = fc.nat({ max: 10_000_000 });
    const models = Object.entries(PRICES).flatMap(([provider, of]) =>
      Object.keys(of).map((model) => ({ provider, model })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...models),
        tokens,
        tokens,
        tokens,
        (model, inputTokens, outputTokens, more) => {
          const cost = costOf({ inputTokens, outputTokens }, model) ?? Number.NaN;
          expect(cost).toBeGreaterThanOrEqual(0);
          expect(costOf({ inputTokens: inputTokens + more, outputTokens }, model)).toBeGreaterThanOrEqual(
            cost,
          );
        },
      ),
    );
  });
});

describe('the prices of a client', () => {
  const server = sharedRawServer();

  const tokens = { prompt_tokens: 1_000_000, completion_tokens: 100_000 };
  const ask = async (way: 'generate' | 'stream', prices: PriceTable | undefined, more: object = {}) => {
    server.respond((response) => {
      const said = { ...tokens, ...more };
      if (way === 'generate')
        return sendJson(response, completion({ content: 'x' }, 'stop', { usage: said }));
      const events = [chunk({ content: 'x' }), chunk({}, 'stop'), { choices: [], usage: said }, '[DONE]'];
      response.writeHead(200, SSE).end(events.map(event).join(''));
    });
    const client = createClient({
      provider: 'openai',
      model: 'gpt-5-mini',
      apiKey: 'k',
      baseUrl: server.url,
      prices,
    });
    const messages = [{ role: 'user', content: 'x' }] as const;
    const result =
      way === 'generate'
        ? await client.generate(messages, [], {})
        : await assemble(client.stream?.(messages, [], {}) ?? []);
    return result.usage;
  };

  it.each(['generate', 'stream'] as const)('price the usage of a request, by %s', async (way) => {
    expect(await ask(way, undefined)).not.toHaveProperty('cost');
    expect((await ask(way, {}))?.cost).toBeCloseTo(0.45);
    expect((await ask(way, { openai: { 'gpt-5-mini': { input: 1, output: 0 } } }))?.cost).toBe(1);
    // What the provider says itself counts.
    expect((await ask(way, {}, { cost: 0.3 }))?.cost).toBe(0.3);
  });
});
