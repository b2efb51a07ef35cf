import { isRecord } from '@toolwright/contract';
import type { Unread } from '../../../reply/unread.js';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the summary of the reasoning, or the reasoning itself if there is no summary. */
export function reasoningTexts({ summary, content }: Fields): readonly string[] {
  const texts = (parts: unknown) =>
    Array.isArray(parts)
      ? parts.flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : []))
      : [];
  const shown = texts(summary);
  return shown.length > 0 ? shown : texts(content);
}

/** Reports an item with unsupported content. Items that are only sent back to the provider are not reported. */
export function noteUnread({ type }: Fields, unread: Unread): void {
  if (type === 'image_generation_call') unread.add('an image');
  else if (!KNOWN.has(type)) unread.addType('an item', type);
}

/** The types of items that are either read or only sent back to the provider. */
const KNOWN: ReadonlySet<unknown> = new Set([
  'reasoning',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'tool_search_call',
  'tool_search_output',
  'compaction',
]);
