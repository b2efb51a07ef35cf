import type { ModelPrice, PriceTable } from './price-table.js';

const price = (input: number, output: number, cachedInput?: number, cacheWrite?: number): ModelPrice => ({
  input,
  output,
  ...(cachedInput !== undefined && { cachedInput }),
  ...(cacheWrite !== undefined && { cacheWrite }),
});

const OPUS_4 = price(15, 75, 1.5, 18.75);
const OPUS_4_5 = price(5, 25, 0.5, 6.25);
const FABLE_5 = price(10, 50, 1, 12.5);
const FABLE_5_1 = price(10, 50, 0.25, 12.5);
const SONNET_4 = price(3, 15, 0.3, 3.75);

/**
 * Prices from the providers' documentation as of November 2026, for the standard tier and five-minute caches. Models and rates
 * without a published price are omitted. Prices change, so pass your own if accuracy matters.
 * @see https://platform.claude.com/docs/en/about-claude/pricing
 * @see https://developers.openai.com/api/docs/models/gpt-5-mini
 * @see https://console.groq.com/docs/models
 */
export const PRICES: PriceTable = {
  openai: { 'gpt-5-mini': price(0.25, 2, 0.025) },
  anthropic: {
    'claude-3-7-sonnet': SONNET_4,
    'claude-3-5-haiku': price(0.8, 4, 0.08, 1),
    'claude-sonnet-4': SONNET_4,
    'claude-opus-4': OPUS_4,
    'claude-opus-4-1': OPUS_4,
    'claude-haiku-4-5': price(1, 5),
    'claude-sonnet-4-5': price(3, 15),
    'claude-opus-4-5': OPUS_4_5,
    'claude-sonnet-4-6': price(3, 15),
    'claude-opus-4-6': OPUS_4_5,
    'claude-opus-4-7': OPUS_4_5,
    'claude-opus-4-8': OPUS_4_5,
    'claude-sonnet-5': price(2, 10, 0.2, 2.5),
    'claude-opus-5': OPUS_4_5,
    'claude-sonnet-5-5': price(2, 10),
    'claude-opus-5-5': price(4, 20),
    'claude-fable-5': FABLE_5,
    'claude-mythos-5': FABLE_5,
    'claude-fable-5-1': FABLE_5_1,
    'claude-mythos-5-1': FABLE_5_1,
  },
  groq: {
    'llama-3.1-8b-instant': price(0.05, 0.08),
    'llama-3.3-70b-versatile': price(0.59, 0.79),
    'openai/gpt-oss-120b': price(0.15, 0.6),
    'openai/gpt-oss-20b': price(0.075, 0.3),
  },
};
