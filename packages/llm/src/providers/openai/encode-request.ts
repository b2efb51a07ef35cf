import type { GenerateOptions } from '@toolwright/contract';
import { toSchemaName } from './to-schema-name.js';

export interface RequestParts {
  readonly model: string;
  readonly messages: readonly object[];
  /** Empty where no tools are sent. */
  readonly tools: readonly object[];
  /** What the model supports of the caller's options and the client's. */
  readonly options: GenerateOptions;
  /** The model refuses `max_tokens`. */
  readonly newTokenLimit: boolean;
  /** Whether the answer is bound to the schema of `options.jsonResponse`. */
  readonly strictAnswer: boolean;
  readonly stream: boolean;
}

/** The body of a chat completion request; what is unset is left out, and `extraBody` wins over all. */
export function encodeRequest(parts: RequestParts): Record<string, unknown> {
  const { options, tools } = parts;
  const { maxCompletionTokens, maxTokens } = options;
  const body: Record<string, unknown> = {
    model: parts.model,
    messages: parts.messages,
    temperature: options.temperature,
    seed: options.seed,
    max_completion_tokens: parts.newTokenLimit ? (maxCompletionTokens ?? maxTokens) : maxCompletionTokens,
    // The name that the caller chose, unless the model knows only the newer one.
    max_tokens: parts.newTokenLimit ? undefined : maxTokens,
    reasoning_effort: options.reasoningEffort,
    response_format: responseFormat(options.jsonResponse, parts.strictAnswer),
    web_search_options: options.webSearchOptions,
    logprobs: options.logprobs && true,
    top_logprobs: options.logprobs?.top,
  };
  if (tools.length > 0) {
    body.tools = tools;
    body.tool_choice = options.toolChoice;
  }
  if (parts.stream) {
    body.stream = true;
    body.stream_options = { include_usage: true };
  }
  return options.extraBody === undefined ? body : { ...body, ...options.extraBody };
}

function responseFormat(asked: GenerateOptions['jsonResponse'], strict: boolean): unknown {
  if (asked === undefined || asked === false) return undefined;
  if (asked === true) return { type: 'json_object' };
  const { name, schema } = asked;
  return { type: 'json_schema', json_schema: { name: toSchemaName(name), schema, strict } };
}
