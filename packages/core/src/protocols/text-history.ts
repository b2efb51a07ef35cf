import {
  type AssistantMessage,
  type ContentPart,
  contentText,
  type Message,
  type ToolCall,
} from '@toolwright/contract';

/** Writes calls, results and answers for a plain-text conversation. */
export interface HistoryStyle {
  assistant(message: AssistantMessage, calls: readonly ToolCall[]): string;
  /** Writes a result so that no part of it can be mistaken for a call. */
  result(toolName: string, text: string): string;
}

/**
 * Converts a conversation to plain text: calls become assistant text, and all results of a reply become one user message. Images and
 * files in a result follow its text.
 */
export function textHistory(messages: readonly Message[], style: HistoryStyle): readonly Message[] {
  const names = new Map<string, string>();
  const list: Message[] = [];
  let results: ContentPart[] = [];
  const flush = (): void => {
    if (results.length > 0) list.push({ role: 'user', content: joinTexts(results) });
    results = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      const { content } = message;
      const text = style.result(names.get(message.tool_call_id) ?? 'tool', contentText(content));
      results.push({ type: 'text', text });
      if (typeof content !== 'string') results.push(...content.filter(({ type }) => type !== 'text'));
      continue;
    }
    flush();
    if (message.role !== 'assistant') {
      list.push(message);
      continue;
    }
    for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
    list.push(toText(message, style));
  }
  flush();
  return list;
}

/** Joins the parts into one string if all of them are text. */
function joinTexts(parts: readonly ContentPart[]): string | readonly ContentPart[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('\n\n') : parts;
}

function toText(message: AssistantMessage, style: HistoryStyle): AssistantMessage {
  const { tool_calls: calls = [], provider_data: _signatures, ...rest } = message;
  const content = style.assistant(message, calls);
  if (content === message.content) return message;
  // The provider's signature no longer matches the changed text.
  return { ...rest, content };
}
