/**
 * The names of the semantic conventions for generative AI, version 0.1.0. Only this file and `USAGE_FIELDS` contain such names.
 * @see https://github.com/open-telemetry/semantic-conventions-genai/tree/v0.1.0/docs/gen-ai
 */
export const NAMES = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  conversation: 'gen_ai.conversation.id',
  compacted: 'gen_ai.conversation.compacted',
  errorType: 'error.type',
  agent: 'gen_ai.agent.name',
  agentDescription: 'gen_ai.agent.description',
  model: 'gen_ai.request.model',
  maxTokens: 'gen_ai.request.max_tokens',
  seed: 'gen_ai.request.seed',
  stream: 'gen_ai.request.stream',
  temperature: 'gen_ai.request.temperature',
  outputType: 'gen_ai.output.type',
  answeredBy: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  tool: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolDescription: 'gen_ai.tool.description',
  callId: 'gen_ai.tool.call.id',
  callArguments: 'gen_ai.tool.call.arguments',
  callResult: 'gen_ai.tool.call.result',
  toolDefinitions: 'gen_ai.tool.definitions',
  systemInstructions: 'gen_ai.system_instructions',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  modality: 'gen_ai.token.modality',
} as const;
