import { describePart, isRecord, type MediaPart } from '@toolwright/contract';
import { readWireMedia } from './read-wire-media.js';

/** A message as sent to the model. */
export interface WireMessage {
  readonly role: string;
  /** Describes images, audio and files. */
  readonly text: string;
  /** The images, audio and files, if there are any. */
  readonly media?: readonly MediaPart[];
}

/** Reads the messages from a request body in the format of OpenAI (chat and responses), Anthropic or Gemini. */
export function readWireMessages(body: string): readonly WireMessage[] | undefined {
  const parsed = parseBody(body);
  if (!isRecord(parsed)) return undefined;
  const list = parsed.messages ?? parsed.input ?? parsed.contents;
  const system =
    parsed.system ?? parsed.instructions ?? parsed.systemInstruction ?? parsed.system_instruction;
  if (!Array.isArray(list)) return undefined;
  const messages = list.map((message: unknown) => toMessage(message));
  return system === undefined ? messages : [toMessage({ role: 'system', content: system }), ...messages];
}

export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // a truncated body
  }
}

function toMessage(message: unknown): WireMessage {
  const media: MediaPart[] = [];
  const { role, type, content, parts, ...rest } = isRecord(message) ? message : { content: message };
  const text = textOf(content ?? parts ?? '', media);
  const others = Object.keys(rest).length > 0 ? toJson(rest, media) : '';
  return {
    role: typeof role === 'string' ? role : typeof type === 'string' ? type : 'message',
    text: [text, others].filter(Boolean).join('\n'),
    ...(media.length > 0 && { media }),
  };
}

function textOf(content: unknown, media: MediaPart[]): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map((item) => textOf(item, media)).join('\n');
  if (isRecord(content)) {
    if (
      typeof content.text === 'string' &&
      Object.keys(content).every((key) => key === 'text' || key === 'type')
    ) {
      return content.text;
    }
    if (Array.isArray(content.parts)) return textOf(content.parts, media);
  }
  if (content === null || content === undefined) return '';
  const before = media.length;
  const json = toJson(content, media);
  const [part, ...others] = media.slice(before);
  const isPlain = others.length === 0 && Object.keys(content).every((key) => PLAIN.has(key));
  return part !== undefined && isPlain ? describePart(part) : json;
}

/** The members of a part that is nothing but an image. */
const PLAIN: ReadonlySet<string> = new Set(['type', 'image_url', 'source', 'inlineData', 'inline_data']);

/** Describes media at any depth, as in the result of a tool. */
function toJson(value: unknown, media: MediaPart[]): string {
  const describe = (_: string, member: unknown): unknown => {
    const part = readWireMedia(member);
    if (part === undefined) return member;
    media.push(part);
    return describePart(part);
  };
  return JSON.stringify(value, describe, 2);
}
