import type { GenerateOptions } from '@toolwright/contract';
import type { OpenAITool } from '@toolwright/json-schema';
import type { ModelFacts } from '../../models/model-facts.js';
import type { BodyParts } from '../../request/model-request.js';
import type { ChatMessage } from './encode-messages.js';
import type { OpenAIBody } from './sdk.js';

export interface ChatParts extends BodyParts<OpenAITool> {
  readonly messages: readonly ChatMessage[];
  readonly tokenLimitName: ModelFacts['tokenLimitName'];
  /** Whether the answer is constrained to the schema of `options.jsonResponse`. */
  readonly strictAnswer: boolean;
}

/** Builds the body of a chat completion request, without unset fields. `encodeChat` adds `extraBody`. */
export function encodeRequest(parts: ChatParts) {
  const { options, tools, stream } = parts;
  const { logprobs } = options;
  return {
    model: parts.model,
    messages: parts.messages,
    temperature: options.temperature,
    seed: options.seed,
    ...tokenLimit(options, parts.tokenLimitName),
    reasoning_effort: options.reasoningEffort,
    response_format: responseFormat(options.jsonResponse, parts.strictAnswer),
    web_search_options: options.webSearchOptions,
    logprobs: logprobs && true,
    top_logprobs: logprobs?.top,
    ...(tools.length > 0 && { tools, tool_choice: options.toolChoice }),
    ...(stream && { stream, stream_options: { include_usage: true } }),
  } satisfies OpenAIBody;
}

function tokenLimit({ maxTokens, maxCompletionTokens }: GenerateOptions, name: string | undefined) {
  if (name === undefined) return { max_tokens: maxTokens, max_completion_tokens: maxCompletionTokens };
  return { [name]: maxCompletionTokens ?? maxTokens };
}

function responseFormat(asked: GenerateOptions['jsonResponse'], strict: boolean) {
  const format = answerFormat(asked, strict);
  if (format?.type !== 'json_schema') return format;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}

/** Formats an answer schema for the responses API. Its name must consist of 1 to 64 letters, digits, underscores and dashes. */
export function answerFormat(asked: GenerateOptions['jsonResponse'], strict: boolean) {
  if (asked === undefined || asked === false) return undefined;
  if (asked === true) return { type: 'json_object' } as const;
  const name = asked.name.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 64) || 'answer';
  return { type: 'json_schema', name, schema: asked.schema, strict } as const;
}
