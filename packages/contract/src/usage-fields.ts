import type { Usage } from './model.js';

/** What is known of a field of {@link Usage}, for everything that reads, prices or shows it. */
export interface UsageField {
  /** Behind the count in a line: `30 out`. Absent for the cost, which is no count. */
  readonly unit?: string;
  /** Before the count in a table. */
  readonly title: string;
  /** The rate of tokens that are part of the input and cost something else, in a table of prices. */
  readonly rate?: 'cachedInput' | 'cacheWrite';
  /** The attribute of OpenTelemetry's conventions for generative AI; absent where they have none. */
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
