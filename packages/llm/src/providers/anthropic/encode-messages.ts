import type {
  BetaContentBlockParam,
  BetaToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import {
  type AssistantMessage,
  type ContentPart,
  type FilePart,
  isTextFile,
  type MediaPart,
  type Message,
  parseDataUrl,
  partMediaType,
  partUrl,
  type ToolCall,
  type ToolMessage,
  textFromBase64,
  type UserMessage,
} from '@toolwright/contract';
import { matchesMessage } from '../../reply/replay-parts.js';
import { parseArguments } from '../../request/parse-arguments.js';
import { remember } from '../../request/remember.js';
import { NOTHING_SAID, splitTurns, type Turn } from '../../request/split-turns.js';
import type { Sent } from '../../sdk/sdk.js';
import { type ReplayPart, readReplay } from './replay.js';

/** A content block of a request. */
export type Block = Sent<BetaContentBlockParam>;

export interface WireTurn {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

export interface EncodedConversation {
  readonly system: readonly string[];
  readonly messages: readonly WireTurn[];
  /** True if the blocks include MCP tool calls, which require a beta version of the API. */
  readonly mcp?: true;
}

/**
 * Encodes messages for the Messages API: a separate system prompt, alternating turns, and all results of parallel calls in one
 * user message. Each encoded message is cached for the lifetime of the original message.
 * @see https://platform.claude.com/docs/en/api/messages/create
 */
export class MessageEncoder {
  readonly #encode: (message: AssistantMessage | ToolMessage | UserMessage) => readonly Block[];
  readonly #mcp = new WeakSet<Message>();

  constructor() {
    this.#encode = remember((message: AssistantMessage | ToolMessage | UserMessage) => {
      const blocks = encodeMessage(message);
      if (message.role === 'assistant' && blocks.some(({ type }) => type.startsWith('mcp_')))
        this.#mcp.add(message);
      return blocks;
    });
  }

  encode(messages: readonly Message[]): EncodedConversation {
    const { system, turns } = splitTurns(messages);
    const encoded = turns.map((turn) => this.#encodeTurn(turn)).filter(({ content }) => content.length > 0);
    const hasMcp = messages.some((message) => this.#mcp.has(message));
    return { system, messages: encoded, ...(hasMcp && { mcp: true as const }) };
  }

  #encodeTurn(turn: Turn): WireTurn {
    const messages = turn.role === 'user' ? [...turn.results, ...turn.said] : turn.said;
    const content = messages.flatMap(this.#encode);
    if (content.length === 0 && turn.role === 'user')
      return { role: 'user', content: [{ type: 'text', text: NOTHING_SAID }] };
    return { role: turn.role, content };
  }
}

function encodeMessage(message: AssistantMessage | ToolMessage | UserMessage): readonly Block[] {
  switch (message.role) {
    case 'user':
      return typeof message.content === 'string'
        ? textBlocks(message.content)
        : message.content.flatMap(encodePart);
    case 'tool':
      return [
        {
          type: 'tool_result',
          tool_use_id: encodeId(message.tool_call_id),
          ...(message.content !== '' && { content: resultContent(message.content) }),
        },
      ];
    case 'assistant':
      return encodeAssistant(message);
  }
}

function resultContent(content: ToolMessage['content']): Sent<BetaToolResultBlockParam>['content'] {
  // Text, images and documents are valid blocks in messages and in results.
  return typeof content === 'string' ? content : (content.flatMap(encodePart) as readonly ResultBlock[]);
}

type ResultBlock = Exclude<Sent<BetaToolResultBlockParam>['content'], string | undefined>[number];

function encodePart(part: ContentPart): readonly Block[] {
  if (part.type === 'text') return textBlocks(part.text);
  if (part.type === 'file') return [encodeDocument(part)];
  const url = partUrl(part);
  const data = parseDataUrl(url);
  const source = data
    ? // `takesPart` only accepts media types that the API supports.
      ({ type: 'base64', media_type: data.mediaType as 'image/png', data: data.base64 } as const)
    : ({ type: 'url', url } as const);
  return [{ type: 'image', source }];
}

function encodeDocument(part: FilePart): Block {
  const { url, name } = part.file;
  const title = name === undefined ? {} : { title: name };
  const data = parseDataUrl(url);
  if (data === undefined) return { type: 'document', source: { type: 'url', url }, ...title };
  if (isPdf(part)) {
    const source = { type: 'base64', media_type: 'application/pdf', data: data.base64 } as const;
    return { type: 'document', source, ...title };
  }
  const text = textFromBase64(data.base64);
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...title };
}

/**
 * Whether the API accepts a part. It accepts images, PDF and text files in messages and in tool results.
 * @see https://platform.claude.com/docs/en/build-with-claude/vision
 * @see https://platform.claude.com/docs/en/build-with-claude/pdf-support
 */
export function takesPart(part: MediaPart): boolean {
  if (part.type === 'image_url')
    return /^image\/(?:png|jpeg|gif|webp)$/.test(partMediaType(part) ?? 'image/png');
  if (part.type !== 'file') return false;
  return isPdf(part) || (isTextFile(part) && parseDataUrl(part.file.url) !== undefined);
}

function isPdf(part: FilePart): boolean {
  return partMediaType(part) === 'application/pdf';
}

function encodeAssistant(message: AssistantMessage): readonly Block[] {
  const parts = readReplay(message);
  const calls = (message.tool_calls ?? []).map(encodeCall);
  if (parts !== undefined && matchesMessage(parts, message))
    return replay(parts, message.content ?? '', calls);
  // The message was edited after it was received. The API requires thoughts at the start of the turn.
  const thoughts = (parts ?? []).flatMap((part) =>
    part.type === 'block' && isThought(part.block) ? [toBlock(part)] : [],
  );
  return [...thoughts, ...textBlocks(message.content ?? ''), ...calls];
}

function replay(parts: readonly ReplayPart[], text: string, calls: readonly Block[]): Block[] {
  const blocks: Block[] = [];
  let position = 0;
  let call = 0;
  for (const part of parts) {
    if (part.type === 'call') blocks.push(...calls.slice(call, ++call));
    else if (part.type === 'text') blocks.push(...textBlocks(text.slice(position, position + part.length)));
    else blocks.push(toBlock(part));
    if (part.type !== 'call') position += part.length;
  }
  return blocks;
}

function toBlock({ block }: Extract<ReplayPart, { type: 'block' }>): Block {
  // The API itself sent this block.
  return { ...block } as object as Block;
}

function isThought({ type }: { readonly type?: unknown }): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

/** Creates a text block unless the text is blank: the API refuses blank text. */
function textBlocks(text: string): readonly Block[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function encodeCall({ id, function: { name, arguments: text } }: ToolCall): Block {
  // Shows invalid arguments to the model in the format that the documentation suggests.
  const input = parseArguments(text) ?? { INVALID_JSON: text };
  return { type: 'tool_use', id: encodeId(id), name, input };
}

/** Encodes an id. Replaces characters that the API refuses, e.g. in other providers' ids, with their codes, so that ids stay distinct. */
function encodeId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
}
