import type { GenerateOptions, JsonObject } from '@toolwright/contract';
import { isJsonObject } from '../../is-record.js';
import { encodeRequest } from '../openai/encode-request.js';
import type { GroqFacts } from './models.js';

export interface GroqRequestParts {
  readonly model: string;
  readonly messages: readonly object[];
  /** Empty where none are sent. */
  readonly tools: readonly object[];
  /** What the model supports of the caller's options and the client's. */
  readonly options: GenerateOptions;
  readonly facts: GroqFacts;
  /** Whether the answer is bound to its schema. */
  readonly strictAnswer: boolean;
  readonly stream: boolean;
}

/** The body of a request to Groq: a chat completion, but for reasoning, web search and structured answers. */
export function encodeGroqRequest(parts: GroqRequestParts): Record<string, unknown> {
  const { model, messages, options, facts } = parts;
  const { extraBody, webSearchOptions, reasoningEffort, ...rest } = options;
  const searches = webSearchOptions !== undefined;
  const search = searches && facts.searchBy === 'tool' ? [{ type: 'browser_search' }] : [];
  const body = encodeRequest({
    model,
    messages,
    tools: [...parts.tools, ...search],
    options: rest,
    newTokenLimit: true,
    strictAnswer: parts.strictAnswer,
    // Structured answers cannot be streamed: they come in one piece, and are read as such.
    stream: parts.stream && !options.jsonResponse,
  });
  // Usage comes with the last chunk unasked.
  delete body.stream_options;
  return {
    ...body,
    reasoning_effort: effortName(reasoningEffort, facts),
    ...(facts.asksForReasoning && { reasoning_format: 'parsed' }),
    ...(searches && facts.searchBy === 'settings' && { search_settings: searchSettings(webSearchOptions) }),
    response_format: responseFormat(body.response_format, facts),
    ...extraBody,
  };
}

function effortName(
  effort: GenerateOptions['reasoningEffort'],
  { effortNames }: GroqFacts,
): string | undefined {
  if (effort === undefined || effortNames === 'levels') return effort;
  return effort === 'none' ? 'none' : 'default';
}

/** Options have the shape of OpenAI's; what Groq knows by itself goes through. */
function searchSettings({
  user_location: location,
  search_context_size: _size,
  ...rest
}: JsonObject): JsonObject {
  const place =
    isJsonObject(location) && isJsonObject(location.approximate) ? location.approximate : location;
  const country = isJsonObject(place) ? place.country : undefined;
  return { ...(country !== undefined && { country }), ...rest };
}

/** Only some models take `strict`. */
function responseFormat(format: unknown, { strictAnswers }: GroqFacts): unknown {
  if (strictAnswers || !isJsonObject(format) || !isJsonObject(format.json_schema)) return format;
  const { strict: _strict, ...schema } = format.json_schema;
  return { ...format, json_schema: schema };
}
