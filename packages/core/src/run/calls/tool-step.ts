import type { AgentEvent, PausedRun, ToolCallRecord } from '@toolwright/contract';
import { pendingOf } from '../../approval/nested-runs.js';
import { callForText } from '../../base/callbacks.js';
import { ASK, endsAfterStep, type RunState, type ToolStep } from '../../state/run-state.js';
import { askAgain } from '../end-run.js';
import { pauseRun } from '../pause-run.js';
import type { Ports } from '../ports.js';
import { addAside, addStep } from '../record.js';
import { CallBatch } from './call-batch.js';
import { CheckedCalls } from './checked-calls.js';

/**
 * Executes the calls of a reply in parallel, and adds the reply and the results to the history as one step. If a call needs a
 * person's approval, no call is executed and the run pauses. If a sub-agent needs approval, the run pauses once all other calls end.
 */
export async function takeToolStep(state: RunState, ports: Ports, given: ToolStep): Promise<void> {
  const { clock, events } = ports;
  const checked = new CheckedCalls(state, ports, given);
  const asking = checked.ask();
  if (asking !== undefined) await clock.withAbort(() => asking, checked.stopAsking);
  const flushed = events.flush();
  if (flushed !== undefined) await flushed;
  clock.throwIfAborted();
  const step = checked.hasChanged
    ? { ...given, reply: { ...given.reply, calls: checked.all.map(({ call }) => call) } }
    : given;
  const { pending } = checked;
  if (pending.length > 0 && !endsAfterStep(state)) {
    if (ports.pauses) return pauseRun(state, ports, step, pending);
    checked.refusePending();
  }
  const batch = new CallBatch(state, ports, checked.all, step.finished);
  for (const event of batch.events) {
    // Continues synchronously if the run has no reader.
    const told = events.emit(event);
    if (told !== undefined) await told;
  }
  clock.throwIfAborted();
  let nested: Readonly<Record<string, PausedRun>> | undefined;
  let messages: readonly AgentEvent[] = [];
  try {
    await clock.withAbort(
      () => batch.start(),
      () => batch.abandon(),
    );
    nested = clock.signal.aborted || endsAfterStep(state) ? undefined : batch.findNested();
  } finally {
    // Every call receives a result, even if the reader has left.
    if (nested === undefined) messages = addStep(state, ports, step.reply, batch.abandon());
  }
  if (nested !== undefined) {
    return pauseRun(state, ports, { ...step, nested, finished: batch.records() }, pendingOf(nested));
  }
  state.next = ASK;
  await events.emitAll(messages);
  if (state.failure !== undefined) throw state.failure.error;
  const calls = batch.records();
  if (ports.agent.next !== undefined) state.next = { to: 'hand-over', calls };
  else await endStep(state, ports, calls);
}

/** Activates the agent that a handoff call selected. */
export async function handOver(
  state: RunState,
  ports: Ports,
  calls: readonly ToolCallRecord[],
): Promise<void> {
  const { agent, events, policies } = ports;
  const handoff = agent.handOver();
  state.handedTo = handoff.to;
  policies.takeOver(agent.settings.policies);
  await events.emit({ type: 'handoff', ...handoff });
  await endStep(state, ports, calls);
}

async function endStep(state: RunState, ports: Ports, calls: readonly ToolCallRecord[]): Promise<void> {
  ports.clock.throwIfAborted();
  askAgain(state, ports);
  const content = nextMessage(state, ports, calls);
  if (content) await ports.events.emit(addAside(state, ports.policies.cleanText?.(content) ?? content));
}

function nextMessage(
  { limit, next }: RunState,
  { agent }: Ports,
  calls: readonly ToolCallRecord[],
): string | undefined {
  const { afterTools, finalPrompt } = agent.settings;
  if (next.to === 'end') return undefined;
  if (limit === undefined)
    return typeof afterTools === 'function'
      ? callForText("'afterTools'", () => afterTools(calls))
      : afterTools;
  return typeof finalPrompt === 'function'
    ? callForText("'finalPrompt'", () => finalPrompt(limit))
    : finalPrompt;
}
