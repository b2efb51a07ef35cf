import type { ToolCall } from '@toolwright/contract';

/** Encodes a tool call as an item of the conversation. */
export function encodeCall({ id, function: { name, arguments: text } }: ToolCall) {
  return { type: 'function_call', call_id: id, name, arguments: text } as const;
}
