import type {
  MessageCreateParamsBase as BetaMessageCreateParams,
  BetaToolUnion,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { type GenerateOptions, isRecord, type JsonObject } from '@toolwright/contract';
import type { AnthropicTool } from '@toolwright/json-schema';
import type { BodyParts } from '../../request/model-request.js';
import type { Sent } from '../../sdk/sdk.js';
import { markLast, markTurns } from './cache-breakpoints.js';
import type { EncodedConversation } from './encode-messages.js';
import { encodeThinking } from './encode-thinking.js';
import { fitSchema } from './fit-schema.js';
import { jsonInstruction } from './json-instruction.js';
import { encodeServers } from './mcp-servers.js';
import type { ClaudeFacts } from './models.js';
import { webSearchTool } from './web-search-tool.js';

/**
 * The default token limit, because the API requires one. It is enough for long answers with thoughts, and all models since
 * Claude 3.7 support it. Older models get their own maximum.
 * @see https://platform.claude.com/docs/en/about-claude/models/overview
 */
const DEFAULT_MAX_TOKENS = 16_384;

/** The beta API's parameters, which include MCP servers. A header enables the beta. */
export type AnthropicBody = Sent<BetaMessageCreateParams>;
type Tool = Sent<BetaToolUnion>;

export interface RequestParts extends BodyParts<AnthropicTool> {
  readonly conversation: EncodedConversation;
  readonly facts: ClaudeFacts;
  /** The names of the tools that the provider must find itself. */
  readonly deferred?: ReadonlySet<string>;
}

export interface EncodedRequest {
  readonly body: AnthropicBody;
  /** Describes each option that is sent differently or not at all. */
  readonly warnings: readonly string[];
}

/** Builds the body of a message request, without unset fields. `extraBody` overrides all other fields. */
export function encodeRequest({
  model,
  conversation,
  options,
  facts,
  ...parts
}: RequestParts): EncodedRequest {
  const warnings: string[] = [];
  const mark = facts.promptCaching ? markLast : <T>(blocks: readonly T[]) => blocks;
  const mcp = encodeServers(options.mcpServers);
  warnings.push(...mcp.warnings);
  const isDeferred = ({ name }: AnthropicTool): boolean => parts.deferred?.has(name) === true;
  const present = parts.tools.filter((tool) => !isDeferred(tool));
  const later = deferredTools(parts.tools.filter(isDeferred));
  const tools = [...withSearch(present, options), ...mcp.tools, ...later];
  const choice = toolChoice(tools.length > 0 ? options.toolChoice : undefined, facts, warnings);
  const maxTokens = tokenLimit(options, facts);
  const asked = {
    effort: options.reasoningEffort,
    maxTokens,
    forced: choice?.type === 'any',
    turns: conversation.messages,
  };
  const { thinking, effort, warning } = encodeThinking(asked, facts);
  const { format, instruction } = outputFormat(options.jsonResponse, facts);
  const system = systemBlocks(conversation.system, instruction);
  if (warning !== undefined) warnings.push(warning);
  if (options.seed !== undefined) warnings.push('seed is omitted, because the API does not support it');
  const body: AnthropicBody = {
    model,
    max_tokens: maxTokens,
    ...(system.length > 0 && { system: mark(system) }),
    messages: facts.promptCaching ? markTurns(conversation.messages) : conversation.messages,
    ...(tools.length > 0 && { tools: mark(tools) }),
    ...(mcp.servers.length > 0 && { mcp_servers: mcp.servers }),
    ...(choice && { tool_choice: choice }),
    ...(thinking && { thinking }),
    ...((format ?? effort) && { output_config: { ...(effort && { effort }), ...(format && { format }) } }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(parts.stream && { stream: true }),
  };
  return { body: mergeExtra(body, options.extraBody), warnings };
}

function tokenLimit(
  { maxCompletionTokens, maxTokens }: GenerateOptions,
  { maxOutputTokens }: ClaudeFacts,
): number {
  return (
    maxCompletionTokens ?? maxTokens ?? Math.min(DEFAULT_MAX_TOKENS, maxOutputTokens ?? DEFAULT_MAX_TOKENS)
  );
}

function withSearch(
  tools: readonly AnthropicTool[],
  { webSearchOptions: search }: GenerateOptions,
): readonly Tool[] {
  return search === undefined ? tools : [...tools, webSearchTool(search)];
}

/**
 * Returns the deferred tools, and the provider's tool that finds them. It comes last, because deferred tools cannot end a cached prefix.
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
 */
function deferredTools(tools: readonly AnthropicTool[]): readonly Tool[] {
  if (tools.length === 0) return [];
  const search = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' } as const;
  return [...tools.map((tool) => ({ ...tool, defer_loading: true })), search];
}

function systemBlocks(system: readonly string[], instruction: string | undefined) {
  const texts = instruction === undefined ? system : [...system, instruction];
  return texts.map((text) => ({ type: 'text', text }) as const);
}

/** Merges `extraBody` into the body. `output_config` is merged member by member, because several options set its members. */
function mergeExtra(body: AnthropicBody, extra: JsonObject = {}): AnthropicBody {
  const { output_config: ours } = body;
  const { output_config: theirs } = extra;
  const joined = isRecord(ours) && isRecord(theirs) ? { output_config: { ...ours, ...theirs } } : {};
  return { ...body, ...extra, ...joined };
}

function toolChoice(asked: GenerateOptions['toolChoice'], facts: ClaudeFacts, warnings: string[]) {
  if (asked === undefined) return undefined;
  if (asked !== 'required') return { type: asked } as const;
  if (facts.forcedTools) return { type: 'any' } as const;
  warnings.push("the model cannot be forced to call a tool, so toolChoice 'required' is sent as 'auto'");
  return { type: 'auto' } as const;
}

/** Returns a structured output format if the model and the API support the schema, otherwise an instruction for the system prompt. */
function outputFormat(asked: GenerateOptions['jsonResponse'], { strictSchemas }: ClaudeFacts) {
  if (asked === undefined || asked === false) return {};
  if (asked === true) return { instruction: jsonInstruction() };
  const schema = strictSchemas ? fitSchema(asked.schema) : undefined;
  return schema
    ? { format: { type: 'json_schema', schema } as const }
    : { instruction: jsonInstruction(asked.schema) };
}
