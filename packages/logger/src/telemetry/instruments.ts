import type { Histogram, Meter } from '@opentelemetry/api';

/** The histograms of the conventions, with durations in seconds. */
export interface Instruments {
  readonly tokens: Histogram;
  readonly requests: Histogram;
  readonly firstChunks: Histogram;
  readonly runs: Histogram;
  readonly tools: Histogram;
}

/** @see https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/gen-ai-metrics.md */
export function createInstruments(meter: Meter): Instruments {
  return {
    tokens: meter.createHistogram('gen_ai.client.token.usage', {
      unit: '{token}',
      description: 'Number of input and output tokens used.',
      advice: { explicitBucketBoundaries: powers(1, 4, 14) },
    }),
    requests: meter.createHistogram('gen_ai.client.operation.duration', {
      unit: 's',
      description: 'Duration of a request to the model.',
      advice: { explicitBucketBoundaries: powers(0.01, 2, 14) },
    }),
    firstChunks: meter.createHistogram('gen_ai.client.operation.time_to_first_chunk', {
      unit: 's',
      description: 'Time from the request to the first piece of a streamed reply.',
      advice: { explicitBucketBoundaries: [0.001, 0.005, ...powers(0.01, 2, 11)] },
    }),
    runs: meter.createHistogram('gen_ai.invoke_agent.duration', {
      unit: 's',
      description: 'Duration of a run of an agent.',
      advice: { explicitBucketBoundaries: powers(0.1, 2, 13) },
    }),
    tools: meter.createHistogram('gen_ai.execute_tool.duration', {
      unit: 's',
      description: 'Duration of one tool call.',
      advice: { explicitBucketBoundaries: powers(0.01, 2, 14) },
    }),
  };
}

/** `count` numbers, each `factor` times the one before. */
function powers(first: number, factor: number, count: number): number[] {
  return Array.from({ length: count }, (_, exponent) => Number((first * factor ** exponent).toPrecision(12)));
}
