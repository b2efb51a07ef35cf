import { type AssistantMessage, appendAll, type Message } from '@toolwright/contract';
import type { RunHistory } from '../../history/run-history.js';
import type { PlaygroundStart } from '../../host/host-messages.js';
import { failure } from '../../protocol/shown-failure.js';
import type { PlaygroundNote, RunEntry } from '../../protocol/studio-event.js';

/**
 * Collects the conversation that a run of the playground continues.
 * @throws ShownFailure `NOT_FOUND` if a run or parts of it are no longer on record, `INVALID_RUN` if it has not finished or occurs twice
 */
export function playgroundStart(
  history: RunHistory,
  { after, settings }: Omit<PlaygroundNote, 'type'>,
): PlaygroundStart {
  const seen = new Set<string>();
  const messages = after.flatMap((runId) => {
    const record = history.find(runId);
    if (seen.has(runId)) throw failure('INVALID_RUN', `The run '${runId}' occurs twice in the conversation.`);
    seen.add(runId);
    if (record?.isOpen)
      throw failure('INVALID_RUN', `The run '${runId}' has not finished.`, 'Stop it, or wait.');
    if (record === undefined || record.isPartial) {
      const what =
        record === undefined ? 'is no longer on record' : 'was too long, so parts of it were dropped';
      throw failure('NOT_FOUND', `The run '${runId}' ${what}.`, 'Start a new conversation.');
    }
    return messagesOf(record.entries.filter(({ run }) => run.runId === runId));
  });
  return { after, settings, history: messages };
}

/** Returns the messages of a run. A reply without the results of all its calls is left out, because providers refuse it. */
function messagesOf(entries: readonly RunEntry[]): readonly Message[] {
  const messages: Message[] = [];
  let reply: AssistantMessage | undefined;
  let results: Message[] = [];
  for (const { event } of entries) {
    if (event.type !== 'message') continue;
    const { message } = event;
    if (message.role === 'tool') {
      results.push(message);
      if (reply === undefined || results.length < (reply.tool_calls?.length ?? 0)) continue;
      appendAll(messages, [reply, ...results]);
      reply = undefined;
    } else if (message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 0) {
      reply = message;
      results = [];
    } else if (message.role === 'user' || message.role === 'assistant') messages.push(message);
  }
  return messages;
}
