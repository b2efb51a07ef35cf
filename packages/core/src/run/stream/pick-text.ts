import type { AgentEvent } from '@toolwright/contract';

/**
 * Yields the events of a run for display: each reply has its text as `text-delta`, even if it was not streamed. In a run with an
 * output, the text of an answer is yielded once it is accepted, and the text of a refused answer is omitted.
 * @param follow called immediately with each event, even if the event is held back; its return value is yielded before the event
 */
export async function* pickShown<Update = never>(
  events: AsyncIterable<AgentEvent>,
  hasOutput: boolean,
  follow?: (event: AgentEvent) => Update | undefined,
): AsyncGenerator<AgentEvent | Update, void> {
  let held: AgentEvent[] = [];
  let streamed = false;
  for await (const event of events) {
    const update = follow?.(event);
    if (update !== undefined) yield update;
    if (event.type === 'llm-call') {
      held = [];
      streamed = false;
    } else if (event.type === 'text-delta') {
      streamed = true;
      if (hasOutput) {
        held.push(event);
        continue;
      }
    } else if (event.type === 'message' && event.message.role === 'assistant') {
      const { content, tool_calls } = event.message;
      if (!streamed && content) held.push({ type: 'text-delta', text: content });
      // A reply that calls tools is not an attempt.
      if (!hasOutput || tool_calls !== undefined) yield* held.splice(0);
    } else if (event.type === 'run-end' && 'output' in event.result) yield* held;
    yield event;
  }
}

/** Yields the text of the shown events. */
export async function* pickText(
  events: AsyncIterable<AgentEvent>,
  hasOutput: boolean,
): AsyncGenerator<string, void> {
  for await (const event of pickShown(events, hasOutput)) {
    if (event.type === 'text-delta') yield event.text;
  }
}
