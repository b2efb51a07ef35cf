import type { AgentEvent, LimitName, PendingCall, ToolCallRecord } from '@toolwright/contract';
import { pendingOf } from './approval/nested-runs.js';
import { findPending, pauseRun, type StepSoFar } from './approval/pause-run.js';
import { CallBatch } from './call-batch.js';
import type { Reply, RequestedCall } from './protocols/tool-call-protocol.js';
import type { Run } from './run.js';

/**
 * Executes the calls of a reply, side by side, and adds both to the history as one step. Where a call needs the approval of a
 * person, none is executed, and the run pauses; where sub-agents need it, the run pauses when all other calls are done.
 */
export async function* takeToolStep(run: Run, reply: Reply): AsyncGenerator<AgentEvent, void> {
  const calls = reply.calls.filter(({ id }) => run.findFinished(id) === undefined);
  const pending = findPending(run, calls);
  if (pending.length > 0) {
    yield* pause(run, reply, pending);
    return;
  }
  for (const { id, name, text } of calls) {
    yield run.emit({ type: 'tool-call', callId: id, name, arguments: text });
  }
  const batch = openBatch(run, calls);
  const using = run.start(
    () => batch.start(),
    () => batch.abandon(run.unfinished),
  );
  let nested: StepSoFar['nested'] = {};
  let answers: AgentEvent[] = [];
  try {
    while (await using.more()) yield run.emit(using.take());
    nested = run.signal.aborted ? {} : batch.nested();
  } finally {
    if (Object.keys(nested).length === 0) {
      // A consumer that left in the middle leaves no call unanswered either.
      batch.abandon(run.unfinished);
      answers = run.record.addStep(reply, allRecords(run, reply, batch), run.settings.protocol);
    }
  }
  if (Object.keys(nested).length > 0) {
    yield* pause(run, reply, pendingOf(nested), { nested, finished: allRecords(run, reply, batch) });
    return;
  }
  for (const event of answers) yield run.emit(event);
  yield* endStep(run, allRecords(run, reply, batch));
}

async function* endStep(run: Run, records: readonly ToolCallRecord[]): AsyncGenerator<AgentEvent, void> {
  const handoff = run.handOver();
  if (handoff !== undefined) yield run.emit(handoff);
  run.throwIfAborted();
  const limit = run.findLimit();
  if (limit !== undefined) run.stopAt(limit);
  const content = limit === undefined ? afterTools(run, records) : finalPrompt(run, limit);
  if (content) yield run.emit(run.record.addAside(content));
}

/** In the order of the reply; those from before a pause as well. */
function allRecords(run: Run, { calls }: Reply, batch: CallBatch): readonly ToolCallRecord[] {
  const done = batch.records();
  if (done.length === calls.length) return done;
  const records = new Map(done.map((record) => [record.callId, record]));
  return calls.flatMap(({ id }) => records.get(id) ?? run.findFinished(id) ?? []);
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

function* pause(
  run: Run,
  reply: Reply,
  pending: readonly PendingCall[],
  soFar: StepSoFar = { finished: reply.calls.flatMap(({ id }) => run.findFinished(id) ?? []) },
): Generator<AgentEvent, void> {
  const lost = pauseRun(run, reply, pending, soFar);
  if (lost.length > 0) {
    const message = `The run's state has values that are no JSON; they are lost when it is resumed: ${lost.join(', ')}.`;
    yield run.emit({ type: 'warning', message });
  }
  yield run.emit({ type: 'approval-request', calls: pending });
}

function openBatch(run: Run, calls: readonly RequestedCall[]): CallBatch {
  const { settings, tools, signal, state, repeatedCalls: repeated } = run;
  return new CallBatch(calls, {
    source: settings.tools,
    concurrency: settings.toolConcurrency,
    timeoutMs: settings.toolTimeoutMs,
    now: settings.now,
    push: (event) => run.push(event),
    within: (callId, work) => run.within(callId, work),
    refuse: (callId) => run.refuseToolCall(callId),
    isApproved: (callId) => run.isApproved(callId),
    nested: run.nested,
    repeated,
    tools,
    signal,
    state,
  });
}
