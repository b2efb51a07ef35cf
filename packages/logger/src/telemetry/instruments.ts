import type { Counter, Histogram, Meter } from '@opentelemetry/api';
import { USAGE_ENTRIES, type Usage } from '@toolwright/contract';

/** The metrics that the conventions define. Durations are in seconds. */
export interface Instruments extends Readonly<Record<keyof typeof HISTOGRAMS, Histogram>> {
  /** The total of each kind of token. */
  readonly totals: Readonly<Partial<Record<keyof Usage, Counter>>>;
}

const FINE = powers(0.01, 2, 14);
const TOKENS = powers(1, 4, 14);
const CALLS = powers(1, 2, 8);

/**
 * Names, units, descriptions and bucket boundaries.
 * @see https://github.com/open-telemetry/semantic-conventions-genai/blob/v0.1.0/docs/gen-ai/gen-ai-metrics.md
 */
const HISTOGRAMS = {
  requests: ['gen_ai.client.inference.duration', 's', 'Duration of a request to the model.', FINE],
  firstChunks: [
    'gen_ai.client.inference.time_to_first_chunk',
    's',
    'Time from the request to the first chunk of a streamed reply.',
    [0.001, 0.005, ...powers(0.01, 2, 11)],
  ],
  nextChunks: [
    'gen_ai.client.inference.time_per_output_chunk',
    's',
    'Time from one chunk of a streamed reply to the next.',
    FINE,
  ],
  inputTokens: [
    'gen_ai.client.inference.operation.input_tokens',
    '{token}',
    'Number of input tokens of a request.',
    TOKENS,
  ],
  outputTokens: [
    'gen_ai.client.inference.operation.output_tokens',
    '{token}',
    'Number of output tokens of a request.',
    TOKENS,
  ],
  runs: ['gen_ai.invoke_agent.duration', 's', 'Duration of an agent run.', powers(0.1, 2, 13)],
  inferenceCalls: [
    'gen_ai.invoke_agent.inference_calls',
    '{inference_call}',
    'Number of requests of an agent run.',
    CALLS,
  ],
  toolCalls: [
    'gen_ai.invoke_agent.tool_calls',
    '{tool_call}',
    'Number of tool calls of an agent run.',
    CALLS,
  ],
  tools: ['gen_ai.execute_tool.duration', 's', 'Duration of one tool call.', FINE],
} as const;

export function createInstruments(meter: Meter): Instruments {
  const create = (key: keyof typeof HISTOGRAMS): Histogram => {
    const [name, unit, description, boundaries] = HISTOGRAMS[key];
    return meter.createHistogram(name, {
      unit,
      description,
      advice: { explicitBucketBoundaries: [...boundaries] },
    });
  };
  const keys = Object.keys(HISTOGRAMS) as (keyof typeof HISTOGRAMS)[]; // the keys of a constant object
  const histograms = Object.fromEntries(keys.map((key) => [key, create(key)]));
  const totals = USAGE_ENTRIES.flatMap(([field, { attribute, title }]) => {
    if (attribute === undefined) return [];
    const name = attribute.replace(/^gen_ai\./, 'gen_ai.client.inference.');
    return [[field, meter.createCounter(name, { unit: '{token}', description: `${title}.` })]];
  });
  return {
    ...(histograms as Record<keyof typeof HISTOGRAMS, Histogram>),
    totals: Object.fromEntries(totals),
  };
}

/** Returns `count` numbers, each `factor` times the previous one. */
function powers(first: number, factor: number, count: number): number[] {
  return Array.from({ length: count }, (_, exponent) => Number((first * factor ** exponent).toPrecision(12)));
}
