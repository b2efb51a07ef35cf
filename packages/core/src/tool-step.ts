import type { AgentEvent, LimitName, PendingCall, ToolCallRecord } from '@toolwright/contract';
import { findPending, pauseRun } from './approval/pause-run.js';
import { CallBatch } from './call-batch.js';
import type { Reply } from './protocols/tool-call-protocol.js';
import type { Run } from './run.js';

/**
 * Executes the calls of a reply, side by side, and adds both to the history as one step. Where a call needs the approval of a
 * person, none is executed, and the run pauses.
 */
export async function* takeToolStep(run: Run, reply: Reply): AsyncGenerator<AgentEvent, void> {
  const pending = findPending(run, reply);
  if (pending.length > 0) {
    yield* pause(run, reply, pending);
    return;
  }
  for (const { id, name, text } of reply.calls) {
    yield run.emit({ type: 'tool-call', callId: id, name, arguments: text });
  }
  const batch = openBatch(run, reply);
  const using = run.start(
    () => batch.start(),
    () => batch.abandon(run.unfinished),
  );
  let answers: AgentEvent[] = [];
  try {
    while (await using.more()) yield run.emit(using.take());
  } finally {
    // A consumer that left in the middle leaves no call unanswered either.
    batch.abandon(run.unfinished);
    answers = run.record.addStep(reply, batch.records(), run.settings.protocol);
  }
  for (const event of answers) yield run.emit(event);
  const handoff = run.handOver();
  if (handoff !== undefined) yield run.emit(handoff);
  run.throwIfAborted();
  const limit = run.findLimit();
  if (limit !== undefined) run.stopAt(limit);
  const content = limit === undefined ? afterTools(run, batch.records()) : finalPrompt(run, limit);
  if (content) yield run.emit(run.record.add({ role: 'user', content }));
}

function afterTools({ settings }: Run, records: readonly ToolCallRecord[]): string | undefined {
  const { afterTools } = settings;
  return typeof afterTools === 'function' ? afterTools(records) : afterTools;
}

function finalPrompt({ settings, answerForced }: Run, limit: LimitName): string | undefined {
  const { finalPrompt } = settings;
  if (!answerForced) return undefined;
  return typeof finalPrompt === 'function' ? finalPrompt(limit) : finalPrompt;
}

function* pause(run: Run, reply: Reply, pending: readonly PendingCall[]): Generator<AgentEvent, void> {
  const lost = pauseRun(run, reply, pending);
  if (lost.length > 0) {
    const message = `The run's state has values that are no JSON; they are lost when it is resumed: ${lost.join(', ')}.`;
    yield run.emit({ type: 'warning', message });
  }
  yield run.emit({ type: 'approval-request', calls: pending });
}

function openBatch(run: Run, reply: Reply): CallBatch {
  const { settings, tools, signal, state, repeatedCalls: repeated } = run;
  return new CallBatch(reply.calls, {
    source: settings.tools,
    concurrency: settings.toolConcurrency,
    timeoutMs: settings.toolTimeoutMs,
    now: settings.now,
    push: (event) => run.push(event),
    within: (callId, work) => run.within(callId, work),
    refuse: () => run.refuseToolCall(),
    isApproved: (callId) => run.isApproved(callId),
    repeated,
    tools,
    signal,
    state,
  });
}
