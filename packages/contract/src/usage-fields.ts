import type { Usage } from './model.js';

/** Describes a field of {@link Usage} for all code that reads, prices or shows it. */
export interface UsageField {
  /** The text after the count in a line, as in `30 out`. Absent for the cost, which is not a count. */
  readonly unit?: string;
  /** The text before the count in a table. */
  readonly title: string;
  /** The rate in a price table for input tokens with a price of their own. */
  readonly rate?: 'cachedInput' | 'cacheWrite';
  /** The attribute in OpenTelemetry's conventions for generative AI; absent if they define none. */
  readonly attribute?: string;
}

/** All fields, in the order in which they are shown. The compiler reports a field of `Usage` that is missing here. */
export const USAGE_FIELDS: Readonly<Record<keyof Usage, UsageField>> = {
  inputTokens: { unit: 'in', title: 'Tokens in', attribute: 'gen_ai.usage.input_tokens' },
  outputTokens: { unit: 'out', title: 'Tokens out', attribute: 'gen_ai.usage.output_tokens' },
  cachedInputTokens: {
    unit: 'from the cache',
    title: 'From the cache',
    rate: 'cachedInput',
    attribute: 'gen_ai.usage.cache_read.input_tokens',
  },
  cacheWriteTokens: {
    unit: 'to the cache',
    title: 'To the cache',
    rate: 'cacheWrite',
    attribute: 'gen_ai.usage.cache_creation.input_tokens',
  },
  reasoningTokens: {
    unit: 'of reasoning',
    title: 'Reasoning',
    attribute: 'gen_ai.usage.reasoning.output_tokens',
  },
  cost: { title: 'Cost' },
};

/** The fields with their names. */
export const USAGE_ENTRIES = Object.entries(USAGE_FIELDS) as readonly [keyof Usage, UsageField][];
