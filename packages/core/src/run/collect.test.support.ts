import type { AgentEvent, Message } from '@toolwright/contract';

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

/** The kinds of events in order; successive deltas of one kind are listed once. */
export function outline(events: readonly AgentEvent[]): string[] {
  return events
    .map((event) => (event.type === 'message' ? `message ${event.message.role}` : event.type))
    .filter((type, index, all) => !type.endsWith('-delta') || all[index - 1] !== type);
}

/** Calls without a result and results without a call, which make providers refuse a history. */
export function unpaired(messages: readonly Message[]): string[] {
  const open = new Set<string>();
  const problems: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) problems.push(`result of ${message.tool_call_id}`);
      continue;
    }
    problems.push(...open);
    open.clear();
    if (message.role === 'assistant') for (const call of message.tool_calls ?? []) open.add(call.id);
  }
  return [...problems, ...open];
}
