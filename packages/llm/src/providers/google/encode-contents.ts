import type { Content, FunctionResponsePart, Part } from '@google/genai';
import {
  type AssistantMessage,
  type ContentPart,
  contentText,
  type MediaPart,
  type Message,
  parseDataUrl,
  partMediaType,
  partUrl,
  type ToolCall,
  type ToolMessage,
  type UserMessage,
} from '@toolwright/contract';
import { parseArguments } from '../../request/parse-arguments.js';
import type { PartPlace } from '../../request/place-parts.js';
import { remember } from '../../request/remember.js';
import { NOTHING_SAID, splitTurns, type Turn } from '../../request/split-turns.js';
import type { GeminiFacts } from './models.js';
import { NO_SIGNATURE, readReplay, type SignedPart } from './replay.js';

export interface ContentOptions {
  /** Whether the model refuses a function call without a signature. */
  readonly wantsSignatures: boolean;
}

export interface EncodedContents {
  readonly system: readonly string[];
  readonly contents: Content[];
}

/**
 * Encodes messages for Gemini: a separate system instruction, alternating turns, and all results of one turn's calls together.
 * Each encoded message is cached for the lifetime of the original message.
 * @see https://ai.google.dev/api/caching#Content
 */
export class ContentEncoder {
  readonly #assistant: (message: AssistantMessage) => readonly Part[];
  readonly #user: (message: UserMessage) => readonly Part[];
  readonly #results = new WeakMap<ToolMessage, Part>();

  constructor(options: ContentOptions) {
    this.#assistant = remember((message: AssistantMessage) => encodeAssistant(message, options));
    this.#user = remember(encodeUser);
  }

  encode(messages: readonly Message[]): EncodedContents {
    const { system, turns } = splitTurns(messages);
    // A result must name the function, but its message contains only the call id.
    const names = new Map<string, string>();
    const contents = turns.map((turn) => this.#encodeTurn(turn, names));
    return { system, contents: contents.filter(({ parts }) => parts !== undefined && parts.length > 0) };
  }

  #encodeTurn(turn: Turn, names: Map<string, string>): Content {
    if (turn.role === 'assistant') {
      for (const { tool_calls: calls = [] } of turn.said) {
        for (const call of calls) names.set(call.id, call.function.name);
      }
      return { role: 'model', parts: turn.said.flatMap(this.#assistant) };
    }
    const results = turn.results.map((message) => {
      const part = this.#results.get(message) ?? encodeResult(message, names);
      this.#results.set(message, part);
      return part;
    });
    const parts = [...results, ...turn.said.flatMap(this.#user)];
    return { role: 'user', parts: parts.length > 0 ? parts : [{ text: NOTHING_SAID }] };
  }
}

function encodeUser({ content }: UserMessage): readonly Part[] {
  return typeof content === 'string' ? textParts(content) : content.flatMap(encodePart);
}

function encodePart(part: ContentPart): readonly Part[] {
  return part.type === 'text' ? textParts(part.text) : [encodeMedia(part)];
}

/** Encodes media for user messages and function responses, which use the same format. */
function encodeMedia(part: MediaPart): Pick<FunctionResponsePart, 'inlineData' | 'fileData'> {
  const url = partUrl(part);
  const data = parseDataUrl(url);
  if (data) return { inlineData: { mimeType: data.mediaType, data: data.base64 } };
  const mimeType = partMediaType(part);
  return { fileData: { fileUri: url, ...(mimeType !== undefined && { mimeType }) } };
}

/**
 * Whether the API accepts a part. It accepts images, PDF, text and audio in user messages. Since Gemini 3, it also accepts inlined
 * images and documents in function responses.
 * @see https://ai.google.dev/gemini-api/docs/function-calling#multimodal
 */
export function takesPart(part: MediaPart, place: PartPlace, { mediaResults }: GeminiFacts): boolean {
  const mediaType = partMediaType(part);
  const isImage = /^image\/(?:png|jpeg|webp)$/.test(mediaType ?? '');
  const isDocument = mediaType === 'application/pdf' || mediaType === 'text/plain';
  if (place === 'result')
    return mediaResults && parseDataUrl(partUrl(part)) !== undefined && (isImage || isDocument);
  switch (part.type) {
    case 'image_url':
      return mediaType === undefined || isImage || /^image\/hei[cf]$/.test(mediaType);
    case 'file':
      return isDocument || /^text\//.test(mediaType ?? '');
    case 'audio':
      return true;
  }
}

function encodeResult({ tool_call_id: id, content }: ToolMessage, names: ReadonlyMap<string, string>): Part {
  const name = names.get(id) ?? 'unknown';
  if (typeof content === 'string')
    return { functionResponse: { id, name, response: { output: readResult(content) } } };
  const parts = content.flatMap((part) => (part.type === 'text' ? [] : [encodeMedia(part)]));
  return { functionResponse: { id, name, response: { output: contentText(content) }, parts } };
}

/** Parses a result as JSON, or returns it as text if parsing would lose information (large numbers, whitespace). */
function readResult(content: string): unknown {
  if (!/^\s*[[{]/.test(content)) return content;
  try {
    const value: unknown = JSON.parse(content);
    return JSON.stringify(value) === content ? value : content;
  } catch {
    // The text is not JSON, although it starts like JSON.
    return content;
  }
}

function encodeAssistant(message: AssistantMessage, { wantsSignatures }: ContentOptions): readonly Part[] {
  const calls = (message.tool_calls ?? []).map(encodeCall);
  const text = message.content ?? '';
  const replay = readReplay(message);
  const parts = replay ? signedParts(replay, text, calls) : [...textParts(text), ...calls];
  const first = parts.findIndex(({ functionCall }) => functionCall !== undefined);
  const call = parts[first];
  // Only the first of parallel calls is signed.
  const unsigned = wantsSignatures && call !== undefined && call.thoughtSignature === undefined;
  return unsigned ? parts.with(first, { ...call, thoughtSignature: NO_SIGNATURE }) : parts;
}

function signedParts(replay: readonly SignedPart[], text: string, calls: readonly Part[]): Part[] {
  let position = 0;
  let call = 0;
  return replay.flatMap((part): Part[] => {
    const signature = part.signature === undefined ? {} : { thoughtSignature: part.signature };
    if (part.type === 'call') return calls.slice(call, ++call).map((made) => ({ ...made, ...signature }));
    const piece = text.slice(position, position + part.length);
    position += part.length;
    // A part with a signature may have no text.
    return piece === '' && part.signature === undefined ? [] : [{ text: piece, ...signature }];
  });
}

function encodeCall({ id, function: { name, arguments: text } }: ToolCall): Part {
  // Arguments that are not an object are sent back as they are, so that the model sees its mistake.
  return { functionCall: { id, name, args: { ...(parseArguments(text) ?? { INVALID_JSON: text }) } } };
}

function textParts(text: string): readonly Part[] {
  return text.trim() === '' ? [] : [{ text }];
}
