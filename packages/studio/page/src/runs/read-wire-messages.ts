import { isRecord } from '@toolwright/contract';

/** A message as sent to the model. */
export interface WireMessage {
  readonly role: string;
  readonly text: string;
}

/** Reads the messages from a request body in the format of OpenAI (chat and responses), Anthropic or Gemini. */
export function readWireMessages(body: string): readonly WireMessage[] | undefined {
  const parsed = parse(body);
  if (!isRecord(parsed)) return undefined;
  const list = parsed.messages ?? parsed.input ?? parsed.contents;
  const system =
    parsed.system ?? parsed.instructions ?? parsed.systemInstruction ?? parsed.system_instruction;
  if (!Array.isArray(list)) return undefined;
  const messages = list.map((message: unknown) => toMessage(message));
  return system === undefined ? messages : [{ role: 'system', text: textOf(system) }, ...messages];
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined; // a truncated body
  }
}

function toMessage(message: unknown): WireMessage {
  if (!isRecord(message)) return { role: 'message', text: textOf(message) };
  const { role, type, content, parts, ...rest } = message;
  const text = textOf(content ?? parts ?? '');
  const others = Object.keys(rest).length > 0 ? JSON.stringify(rest, null, 2) : '';
  return {
    role: typeof role === 'string' ? role : typeof type === 'string' ? type : 'message',
    text: [text, others].filter(Boolean).join('\n'),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(textOf).join('\n');
  if (isRecord(content)) {
    if (
      typeof content.text === 'string' &&
      Object.keys(content).every((key) => key === 'text' || key === 'type')
    ) {
      return content.text;
    }
    if (Array.isArray(content.parts)) return textOf(content.parts);
  }
  return content === null || content === undefined ? '' : JSON.stringify(content, null, 2);
}
