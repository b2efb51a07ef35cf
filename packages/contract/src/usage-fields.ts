import type { Usage } from './model.js';

/** Describes a field of {@link Usage} for all code that reads, prices or shows it. */
export interface UsageField {
  /** The text after the count in a log line, as in `30 out`. Absent for the cost, which is not a count. */
  readonly unit?: string;
  /** The text before the count in a table. */
  readonly title: string;
  /** The name of the rate in a price table, for input tokens with their own price. */
  readonly rate?: 'cachedInput' | 'cacheWrite';
  /** The attribute in OpenTelemetry's semantic conventions for generative AI, if they define one. */
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
    attribute: 'gen_ai.usage.cache_write.input_tokens',
  },
  reasoningTokens: {
    unit: 'of reasoning',
    title: 'Reasoning',
    attribute: 'gen_ai.usage.reasoning.output_tokens',
  },
  cost: { title: 'Cost' },
};

/** All fields as name-value pairs. */
export const USAGE_ENTRIES = Object.entries(USAGE_FIELDS) as readonly [keyof Usage, UsageField][];
