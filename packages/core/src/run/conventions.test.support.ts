/**
 * The facts of OpenTelemetry's semantic conventions for generative AI, version 0.1.0, about what this library sends: types, levels, units
 * and bucket boundaries.
 * @see https://github.com/open-telemetry/semantic-conventions-genai/tree/v0.1.0/docs/gen-ai
 */

type Type = 'string' | 'int' | 'double' | 'bool' | 'string[]';

/** Required, conditionally required, recommended or opt-in. */
type Level = 'required' | 'conditional' | 'recommended' | 'opt-in';

export type Facts = Readonly<Record<string, readonly [Type, Level]>>;

const OPTIONS: Facts = {
  'gen_ai.request.model': ['string', 'conditional'],
  'gen_ai.request.seed': ['int', 'conditional'],
  'gen_ai.output.type': ['string', 'conditional'],
  'gen_ai.conversation.id': ['string', 'conditional'],
  'gen_ai.request.max_tokens': ['int', 'recommended'],
  'gen_ai.request.temperature': ['double', 'recommended'],
  'gen_ai.request.reasoning.level': ['string', 'recommended'],
  'gen_ai.response.finish_reasons': ['string[]', 'recommended'],
  'gen_ai.usage.input_tokens': ['int', 'recommended'],
  'gen_ai.usage.output_tokens': ['int', 'recommended'],
  'gen_ai.system_instructions': ['string', 'opt-in'],
  'gen_ai.tool.definitions': ['string', 'opt-in'],
  'gen_ai.input.messages': ['string', 'opt-in'],
  'gen_ai.output.messages': ['string', 'opt-in'],
};

const OPERATION: Facts = {
  'gen_ai.operation.name': ['string', 'required'],
  'error.type': ['string', 'conditional'],
};

/** By operation, the attributes of its span. Structured values are JSON strings, because the API of JavaScript has no others. */
export const SPANS: Readonly<Record<string, Facts>> = {
  invoke_agent: {
    ...OPERATION,
    ...OPTIONS,
    'gen_ai.agent.name': ['string', 'conditional'],
    'gen_ai.agent.description': ['string', 'conditional'],
  },
  chat: {
    ...OPERATION,
    ...OPTIONS,
    'gen_ai.provider.name': ['string', 'required'],
    'gen_ai.request.stream': ['bool', 'conditional'],
    'server.port': ['int', 'conditional'],
    'server.address': ['string', 'recommended'],
    'gen_ai.conversation.compacted': ['bool', 'recommended'],
    'gen_ai.response.model': ['string', 'recommended'],
    'gen_ai.response.time_to_first_chunk': ['double', 'recommended'],
    'gen_ai.usage.cache_read.input_tokens': ['int', 'recommended'],
    'gen_ai.usage.cache_write.input_tokens': ['int', 'recommended'],
    'gen_ai.usage.reasoning.output_tokens': ['int', 'recommended'],
  },
  execute_tool: {
    ...OPERATION,
    'gen_ai.tool.name': ['string', 'required'],
    'gen_ai.agent.name': ['string', 'conditional'],
    'gen_ai.tool.call.id': ['string', 'recommended'],
    'gen_ai.tool.description': ['string', 'recommended'],
    'gen_ai.tool.type': ['string', 'recommended'],
    'gen_ai.tool.call.arguments': ['string', 'opt-in'],
    'gen_ai.tool.call.result': ['string', 'opt-in'],
  },
};

const REQUEST = {
  required: ['gen_ai.operation.name', 'gen_ai.provider.name'],
  others: ['gen_ai.request.model', 'gen_ai.response.model', 'server.address', 'server.port', 'error.type'],
};
const TOTAL = {
  instrument: 'counter',
  unit: '{token}',
  boundaries: [],
  required: [...REQUEST.required, 'gen_ai.token.modality'],
  others: ['gen_ai.request.model', 'gen_ai.response.model', 'server.address', 'server.port'],
};
const AGENT = { required: ['gen_ai.operation.name'], others: ['gen_ai.agent.name', 'error.type'] };
const TOOL = {
  required: ['gen_ai.tool.name'],
  others: ['gen_ai.tool.type', 'gen_ai.agent.name', 'error.type'],
};
const histogram = (unit: string, boundaries: readonly number[]) => ({
  instrument: 'histogram',
  unit,
  boundaries,
});

const FINE = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const FIRST = [0.001, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24];
const RUN = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864];
const CALLS = [1, 2, 4, 8, 16, 32, 64, 128];

/** By name, what a metric is, and the attributes of its points. */
export const METRICS = {
  'gen_ai.client.inference.duration': { ...histogram('s', FINE), ...REQUEST },
  'gen_ai.client.inference.time_to_first_chunk': { ...histogram('s', FIRST), ...REQUEST },
  'gen_ai.client.inference.time_per_output_chunk': { ...histogram('s', FINE), ...REQUEST },
  'gen_ai.client.inference.operation.input_tokens': { ...histogram('{token}', TOKENS), ...REQUEST },
  'gen_ai.client.inference.operation.output_tokens': { ...histogram('{token}', TOKENS), ...REQUEST },
  'gen_ai.client.inference.usage.input_tokens': TOTAL,
  'gen_ai.client.inference.usage.output_tokens': TOTAL,
  'gen_ai.client.inference.usage.cache_read.input_tokens': TOTAL,
  'gen_ai.client.inference.usage.cache_write.input_tokens': TOTAL,
  'gen_ai.client.inference.usage.reasoning.output_tokens': TOTAL,
  'gen_ai.invoke_agent.duration': { ...histogram('s', RUN), ...AGENT },
  'gen_ai.invoke_agent.inference_calls': { ...histogram('{inference_call}', CALLS), ...AGENT },
  'gen_ai.invoke_agent.tool_calls': { ...histogram('{tool_call}', CALLS), ...AGENT },
  'gen_ai.execute_tool.duration': { ...histogram('s', FINE), ...TOOL },
} as const;
