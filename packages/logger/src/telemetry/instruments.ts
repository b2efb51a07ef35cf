import type { Histogram, Meter } from '@opentelemetry/api';

/** The histograms that the conventions define. Durations are in seconds. */
export type Instruments = Readonly<Record<keyof typeof HISTOGRAMS, Histogram>>;

/** @see https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/gen-ai-metrics.md */
const HISTOGRAMS = {
  tokens: ['gen_ai.client.token.usage', 'Number of input and output tokens used.', powers(1, 4, 14)],
  requests: ['gen_ai.client.operation.duration', 'Duration of a request to the model.', powers(0.01, 2, 14)],
  firstChunks: [
    'gen_ai.client.operation.time_to_first_chunk',
    'Time from the request to the first chunk of a streamed reply.',
    [0.001, 0.005, ...powers(0.01, 2, 11)],
  ],
  runs: ['gen_ai.invoke_agent.duration', 'Duration of an agent run.', powers(0.1, 2, 13)],
  tools: ['gen_ai.execute_tool.duration', 'Duration of one tool call.', powers(0.01, 2, 14)],
} as const;

export function createInstruments(meter: Meter): Instruments {
  const create = (key: keyof Instruments): Histogram => {
    const [name, description, boundaries] = HISTOGRAMS[key];
    const advice = { explicitBucketBoundaries: [...boundaries] };
    return meter.createHistogram(name, { unit: key === 'tokens' ? '{token}' : 's', description, advice });
  };
  const keys = Object.keys(HISTOGRAMS) as (keyof Instruments)[]; // the keys of a constant object
  return Object.fromEntries(keys.map((key) => [key, create(key)])) as Instruments;
}

/** Returns `count` numbers, each `factor` times the previous one. */
function powers(first: number, factor: number, count: number): number[] {
  return Array.from({ length: count }, (_, exponent) => Number((first * factor ** exponent).toPrecision(12)));
}
