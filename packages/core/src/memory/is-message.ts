import { isContentPart, isRecord, type Message } from '@toolwright/contract';

/** Whether a value has the shape of a message. */
export function isMessage(value: unknown): value is Message {
  if (!isRecord(value)) return false;
  switch (value.role) {
    case 'system':
    case 'developer':
      return typeof value.content === 'string';
    case 'user':
      return isContent(value.content);
    case 'assistant':
      return (
        (typeof value.content === 'string' || value.content === null) &&
        (value.tool_calls === undefined || isListOf(value.tool_calls, isToolCall))
      );
    case 'tool':
      return typeof value.tool_call_id === 'string' && isContent(value.content);
    default:
      return false;
  }
}

function isContent(value: unknown): boolean {
  return typeof value === 'string' || isListOf(value, isContentPart);
}

function isToolCall(value: unknown): boolean {
  if (!isRecord(value) || typeof value.id !== 'string' || !isRecord(value.function)) return false;
  return typeof value.function.name === 'string' && typeof value.function.arguments === 'string';
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isListOf(value: unknown, isElement: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isElement);
}
