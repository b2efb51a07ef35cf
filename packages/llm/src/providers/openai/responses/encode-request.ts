import type { GenerateOptions, JsonObject } from '@toolwright/contract';
import { isJsonObject } from '../../../is-record.js';
import { toSchemaName } from '../to-schema-name.js';
import { mcpTools } from './mcp-tools.js';

export interface ResponseRequestParts {
  readonly model: string;
  readonly input: readonly object[];
  /** Empty where none are sent. */
  readonly tools: readonly object[];
  /** What the model supports of the caller's options and the client's. */
  readonly options: GenerateOptions;
  /** Whether the model reasons, so that its reasoning can be asked for. */
  readonly reasoning: boolean;
  /** Whether the answer is bound to the schema of `options.jsonResponse`. */
  readonly strictAnswer: boolean;
  readonly stream: boolean;
}

/**
 * The body of a request to the responses API; what is unset is left out, and `extraBody` wins over all. Nothing is stored at the
 * provider: the conversation is ours, and reasoning comes encrypted.
 */
export function encodeResponseRequest(parts: ResponseRequestParts): Record<string, unknown> {
  const { options } = parts;
  const tools = [...parts.tools, ...webSearchTool(options.webSearchOptions), ...mcpTools(options.mcpServers)];
  const include = [
    ...(parts.reasoning ? ['reasoning.encrypted_content'] : []),
    ...(options.logprobs ? ['message.output_text.logprobs'] : []),
  ];
  const body: Record<string, unknown> = {
    model: parts.model,
    input: parts.input,
    store: false,
    temperature: options.temperature,
    max_output_tokens: options.maxCompletionTokens ?? options.maxTokens,
    reasoning: options.reasoningEffort && { effort: options.reasoningEffort },
    text: textFormat(options.jsonResponse, parts.strictAnswer),
    top_logprobs: options.logprobs?.top,
  };
  if (include.length > 0) body.include = include;
  if (tools.length > 0) {
    body.tools = tools;
    body.tool_choice = options.toolChoice;
  }
  if (parts.stream) body.stream = true;
  return { ...body, ...options.extraBody };
}

function textFormat(asked: GenerateOptions['jsonResponse'], strict: boolean): unknown {
  if (asked === undefined || asked === false) return undefined;
  if (asked === true) return { format: { type: 'json_object' } };
  const { name, schema } = asked;
  return { format: { type: 'json_schema', name: toSchemaName(name), schema, strict } };
}

/** Options have the shape of chat completions, where the place of the user lies one level deeper. */
function webSearchTool(options: JsonObject | undefined): object[] {
  if (options === undefined) return [];
  const { user_location: location, ...rest } = options;
  if (location === undefined || location === null) return [{ type: 'web_search', ...rest }];
  const { approximate, ...flat } = isJsonObject(location) ? location : {};
  const place = isJsonObject(approximate) ? { ...flat, ...approximate } : flat;
  return [{ type: 'web_search', ...rest, user_location: { type: 'approximate', ...place } }];
}
