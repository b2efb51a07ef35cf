import type { AgentEvent } from '@toolwright/contract';

/** The text of each reply: its deltas, or its message if it had none. */
export async function* pickText(events: AsyncIterable<AgentEvent>): AsyncGenerator<string, void> {
  let streamed = false;
  for await (const event of events) {
    if (event.type === 'llm-call') streamed = false;
    else if (event.type === 'text-delta') {
      streamed = true;
      yield event.text;
    } else if (event.type === 'message' && !streamed && event.message.role === 'assistant') {
      if (event.message.content) yield event.message.content;
    }
  }
}

/** The same for a run with an output: without the replies that were refused as its output. */
export async function* pickAcceptedText(events: AsyncIterable<AgentEvent>): AsyncGenerator<string, void> {
  let held = '';
  let streamed = false;
  for await (const event of events) {
    if (event.type === 'llm-call') {
      held = '';
      streamed = false;
    } else if (event.type === 'text-delta') {
      streamed = true;
      held += event.text;
    } else if (event.type === 'message' && event.message.role === 'assistant') {
      if (!streamed) held = event.message.content ?? '';
      // A reply that calls tools is not an attempt.
      if (event.message.tool_calls === undefined) continue;
      if (held !== '') yield held;
      held = '';
    } else if (event.type === 'run-end' && held !== '' && 'output' in event.result) yield held;
  }
}
