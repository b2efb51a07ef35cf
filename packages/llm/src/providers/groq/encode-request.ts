import type { GenerateOptions, JsonObject } from '@toolwright/contract';
import type { ChatCompletionCreateParamsBase } from 'groq-sdk/resources/chat/completions';
import { userPlace } from '../../request/user-place.js';
import type { Sent } from '../../sdk/sdk.js';
import { type ChatParts, encodeRequest } from '../openai/encode-request.js';
import type { GroqFacts } from './models.js';

export type GroqBody = Sent<ChatCompletionCreateParamsBase>;

export interface GroqParts extends ChatParts {
  readonly facts: GroqFacts;
}

/** Builds the body of a Groq request. It differs from a chat completion in reasoning, web search and structured answers. */
export function encodeGroqRequest(parts: GroqParts): GroqBody {
  const { options, facts } = parts;
  const { webSearchOptions, reasoningEffort, ...rest } = options;
  const searches = webSearchOptions !== undefined;
  // Groq does not stream structured answers.
  const stream = parts.stream && !options.jsonResponse;
  // The last chunk always reports usage.
  const { stream_options: _, ...body } = encodeRequest({ ...parts, options: rest, stream });
  return {
    ...body,
    // Groq's types lack files and audio, which are never sent to Groq.
    messages: body.messages as GroqBody['messages'],
    ...(searches && facts.searchBy === 'tool' && { tools: [...parts.tools, { type: 'browser_search' }] }),
    reasoning_effort: effortName(reasoningEffort, facts),
    ...(facts.asksForReasoning && { reasoning_format: 'parsed' }),
    ...(searches && facts.searchBy === 'settings' && { search_settings: searchSettings(webSearchOptions) }),
    response_format: responseFormat(body.response_format, facts),
  };
}

function effortName(
  effort: GenerateOptions['reasoningEffort'],
  { effortNames }: GroqFacts,
): GroqBody['reasoning_effort'] {
  // `gateOptions` already removed efforts that the model does not accept.
  if (effort === undefined || effortNames === 'levels') return effort as GroqBody['reasoning_effort'];
  return effort === 'none' ? 'none' : 'default';
}

/** Converts options from OpenAI's format. Groq's own options are passed unchanged. */
function searchSettings(options: JsonObject): JsonObject {
  const { user_location: _location, search_context_size: _size, ...rest } = options;
  const country = userPlace(options)?.country;
  return { ...(country !== undefined && { country }), ...rest };
}

/** Only some models accept `strict`. */
function responseFormat(
  format: GroqBody['response_format'],
  { strictAnswers }: GroqFacts,
): GroqBody['response_format'] {
  if (strictAnswers || format?.type !== 'json_schema') return format;
  const { strict: _strict, ...schema } = format.json_schema;
  return { ...format, json_schema: schema };
}
