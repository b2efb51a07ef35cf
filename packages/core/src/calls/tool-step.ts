import type { AgentEvent, LimitName, PendingCall, ToolCallRecord } from '@toolwright/contract';
import { pendingOf } from '../approval/nested-runs.js';
import { findPending, pauseRun, type StepSoFar } from '../approval/pause-run.js';
import type { Reply, RequestedCall } from '../protocols/tool-call-protocol.js';
import type { Run } from '../run/run.js';
import { callBack } from '../run/run-failure.js';
import { CallBatch } from './call-batch.js';

/**
 * Executes the calls of a reply, side by side, and adds both to the history as one step. Where a call needs the approval of a
 * person, none is executed, and the run pauses; where sub-agents need it, the run pauses when all other calls are done.
 */
export async function takeToolStep(run: Run, reply: Reply): Promise<void> {
  const isResumed = reply === run.interrupted;
  const calls = isResumed ? reply.calls.filter(({ id }) => run.findFinished(id) === undefined) : reply.calls;
  const pending = findPending(run, calls);
  if (pending.length > 0) {
    await pause(run, reply, pending);
    return;
  }
  for (const { id, name, text } of calls) {
    await run.emit({ type: 'tool-call', callId: id, name, arguments: text });
  }
  const batch = openBatch(run, calls);
  const using = run.start(
    () => batch.start(),
    () => batch.abandon(run.unfinished),
  );
  let nested: StepSoFar['nested'];
  let records: readonly ToolCallRecord[] = [];
  let answers: AgentEvent[] = [];
  try {
    await run.follow(using);
    nested = run.signal.aborted ? undefined : batch.findNested();
  } finally {
    // A consumer that left in the middle leaves no call unanswered either.
    if (nested === undefined) batch.abandon(run.unfinished);
    records = allRecords(run, reply, batch);
    if (nested === undefined) answers = run.record.addStep(reply, records, run.settings.protocol);
  }
  if (nested !== undefined) {
    await pause(run, reply, pendingOf(nested), { nested, finished: records });
    return;
  }
  for (const event of answers) await run.emit(event);
  run.record.throwUnwritten();
  await endStep(run, records);
}

async function endStep(run: Run, records: readonly ToolCallRecord[]): Promise<void> {
  const handoff = run.handOver();
  if (handoff !== undefined) await run.emit(handoff);
  run.throwIfAborted();
  const limit = run.findLimit();
  if (limit !== undefined) run.stopAt(limit);
  const content = limit === undefined ? afterTools(run, records) : finalPrompt(run, limit);
  if (content) await run.emit(run.record.addAside(content));
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
  return typeof afterTools === 'function' ? callBack("'afterTools'", () => afterTools(records)) : afterTools;
}

function finalPrompt({ settings, answerForced }: Run, limit: LimitName): string | undefined {
  const { finalPrompt } = settings;
  if (!answerForced) return undefined;
  return typeof finalPrompt === 'function'
    ? callBack("'finalPrompt'", () => finalPrompt(limit))
    : finalPrompt;
}

async function pause(
  run: Run,
  reply: Reply,
  pending: readonly PendingCall[],
  soFar: StepSoFar = { finished: reply.calls.flatMap(({ id }) => run.findFinished(id) ?? []) },
): Promise<void> {
  const lost = pauseRun(run, reply, pending, soFar);
  if (lost.length > 0) {
    const message = `The run's state has values that are no JSON; they are lost when it is resumed: ${lost.join(', ')}.`;
    await run.emit({ type: 'warning', message });
  }
  await run.emit({ type: 'approval-request', calls: pending });
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
    settled: (done) => run.record.write(done, settings.protocol),
    isApproved: (callId) => run.isApproved(callId),
    nested: run.nested,
    repeated,
    tools,
    signal,
    state,
  });
}
