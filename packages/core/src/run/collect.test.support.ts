import type { AgentEvent, Message } from '@toolwright/contract';

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

/** Returns the event types in order; consecutive deltas of the same type are listed once. */
export function outline(events: readonly AgentEvent[]): string[] {
  return events
    .map((event) => (event.type === 'message' ? `message ${event.message.role}` : event.type))
    .filter((type, index, all) => !type.endsWith('-delta') || all[index - 1] !== type);
}

/** Returns the calls without a result and the results without a call, for which providers would refuse a history. */
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
