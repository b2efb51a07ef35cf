import type { JsonObject } from '@toolwright/contract';
import type { Tool } from 'openai/resources/responses/responses';
import type { BodyParts } from '../../../request/model-request.js';
import { userPlace } from '../../../request/user-place.js';
import type { Sent } from '../../../sdk/sdk.js';
import { answerFormat } from '../encode-request.js';
import type { ResponsesBody } from '../sdk.js';
import { mcpTools } from './mcp-tools.js';
import type { Item } from './replay.js';

export type ResponsesTool = Sent<Tool>;

export interface ResponseRequestParts extends BodyParts<ResponsesTool> {
  readonly input: readonly Item[];
  readonly reasoning: boolean;
  /** The names of the tools that the provider must find itself. */
  readonly deferred: ReadonlySet<string>;
  /** Whether strict mode enforces the schema of `options.jsonResponse`. */
  readonly strictAnswer: boolean;
}

/**
 * Builds the body of a request to the responses API, without unset fields. `extraBody` overrides all other fields. The provider stores
 * nothing: the client keeps the conversation, and reasoning arrives encrypted.
 */
export function encodeResponseRequest(parts: ResponseRequestParts): ResponsesBody {
  const { options } = parts;
  const tools = [
    ...withDeferred(parts),
    ...webSearchTool(options.webSearchOptions),
    ...mcpTools(options.mcpServers),
  ];
  const include = [
    ...(parts.reasoning ? (['reasoning.encrypted_content'] as const) : []),
    ...(options.logprobs ? (['message.output_text.logprobs'] as const) : []),
  ];
  const format = answerFormat(options.jsonResponse, parts.strictAnswer);
  const body: ResponsesBody = {
    model: parts.model,
    input: parts.input,
    store: false,
    temperature: options.temperature,
    max_output_tokens: options.maxCompletionTokens ?? options.maxTokens,
    reasoning: options.reasoningEffort && { effort: options.reasoningEffort },
    text: format && { format },
    top_logprobs: options.logprobs?.top,
    ...(include.length > 0 && { include }),
    ...(tools.length > 0 && { tools, tool_choice: options.toolChoice }),
    ...(parts.stream && { stream: true }),
  };
  return { ...body, ...options.extraBody };
}

/** @see https://developers.openai.com/api/docs/guides/tools-tool-search */
function withDeferred({ tools, deferred }: ResponseRequestParts): readonly ResponsesTool[] {
  if (deferred.size === 0) return tools;
  const marked = tools.map((tool) =>
    tool.type === 'function' && deferred.has(tool.name) ? { ...tool, defer_loading: true } : tool,
  );
  return [...marked, { type: 'tool_search' }];
}

function webSearchTool(options: JsonObject | undefined): ResponsesTool[] {
  if (options === undefined) return [];
  const { user_location: _, ...rest } = options;
  const place = userPlace(options);
  return [
    { type: 'web_search', ...rest, ...(place && { user_location: { type: 'approximate', ...place } }) },
  ];
}
