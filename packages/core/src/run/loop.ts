import type { LLMResponse, RunResult, ToolCallRecord } from '@toolwright/contract';
import { prepareRun } from '../base/callbacks.js';
import { applyInput } from '../policies/apply-policies.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { RunState } from '../state/run-state.js';
import { handOver, takeToolStep } from './calls/tool-step.js';
import { conclude, concludeJudged } from './conclude.js';
import { endRun, failRun, stopRun } from './end-run.js';
import { maskInput } from './mask-values.js';
import { openRun } from './open-run.js';
import type { Ports } from './ports.js';
import { readAnswer } from './read-answer.js';
import { addMessage, addReply, noteReply } from './record.js';
import { findFailure } from './reply-end.js';
import { type RequestedReply, requestReply } from './request-reply.js';
import type { RunEnding, RunSetup } from './run-setup.js';
import { READER_LEFT } from './stream/event-reader.js';

/**
 * Runs an agent from its input, or from a pause, to its end. If the run has a reader, it waits after each event until the reader
 * requests the next event, and ends if the reader leaves.
 */
export async function runLoop<Output = unknown>(setup: RunSetup): Promise<RunResult<Output>> {
  const { state, ports } = openRun(setup);
  let failure: RunEnding['failure'];
  let left = false;
  setup.whenLeft?.(() => {
    left = true;
    ports.clock.abort(READER_LEFT);
  });
  try {
    ports.clock.start();
    await begin(state, ports, setup);
    await loop(state, ports);
  } catch (error) {
    left ||= error === READER_LEFT;
    if (!left) failure = failRun(state, ports, error);
  }
  const ending = await endRun(state, ports, setup, { failure, left });
  if (ending.failure !== undefined) throw ending.failure.error;
  // The given schema validated the output.
  return ending.result as RunResult<Output>;
}

async function begin(state: RunState, ports: Ports, setup: RunSetup): Promise<void> {
  const { agent, events, policies } = ports;
  const { input, resumed } = setup;
  const masked = maskInput(input);
  let accepted = masked;
  let { failure } = setup;
  if (failure === undefined) failure = prepareRun(() => agent.listTools()).failure;
  if (resumed === undefined && policies.has('onInput')) {
    // Runs before any event, so that events contain the input as changed by policies.
    events.hold();
    accepted =
      failure !== undefined
        ? NOT_ACCEPTED
        : await applyInput(state, ports, masked).catch((error: unknown) => {
            failure = { error };
            return NOT_ACCEPTED;
          });
  }
  const { runId } = state;
  const tools = agent.tools.length;
  const paused = resumed && { resumed: [...resumed.state.approved] };
  await events.emit({ type: 'run-start', input: accepted.content, tools, runId, ...paused });
  await events.flush();
  if (failure !== undefined) throw failure.error;
  if (resumed === undefined && !stopRun(state)) await events.emit(addMessage(state, accepted));
}

/** Shown instead of an input that policies could not check. */
const NOT_ACCEPTED = { role: 'user', content: '' } as const;

/** Asks the model, executes the tools that it calls, and repeats until it answers without calls. Each step sets the next step. */
async function loop(state: RunState, ports: Ports): Promise<void> {
  for (;;) {
    const { next } = state;
    switch (next.to) {
      case 'ask': {
        if (ports.policies.cleaningFailure !== undefined) throw ports.policies.cleaningFailure;
        const requested = await requestReply(state, ports);
        // Continues synchronously if the run has no reader.
        const shown = requested && takeReply(state, ports, requested);
        if (shown !== undefined) await shown;
        break;
      }
      case 'run-calls':
        await takeToolStep(state, ports, next.step);
        break;
      case 'hand-over':
        await handOver(state, ports, next.calls);
        break;
      case 'answer':
        await takeAnswer(state, ports, next.response, next.reply);
        break;
      case 'pause':
      case 'end':
        return;
      default:
        next satisfies never;
    }
  }
}

/** Handles a reply. A reply with calls is shown before they run; a reply without calls is an answer that may still be refused. */
function takeReply(
  state: RunState,
  ports: Ports,
  { response, reply }: RequestedReply,
): Promise<void> | undefined {
  const failure = findFailure(response, reply);
  if (failure !== undefined) return failReply(state, ports, { response, reply, failure });
  if (reply.calls.length === 0) {
    state.next = { to: 'answer', response, reply };
    return undefined;
  }
  state.next = { to: 'run-calls', step: { reply, finished: NONE } };
  return ports.events.emitAll(addReply(state, ports, response, reply));
}

const NONE: readonly ToolCallRecord[] = [];

/** Ends the run because a reply is unusable, and shows the reply unless policies must see it first. */
async function failReply(
  state: RunState,
  ports: Ports,
  { response, reply, failure }: RequestedReply & { readonly failure: Error },
): Promise<never> {
  const isHidden = ports.policies.has('onOutput') && reply.calls.length === 0;
  await ports.events.emitAll((isHidden ? noteReply : addReply)(state, ports, response, reply));
  throw failure;
}

async function takeAnswer(state: RunState, ports: Ports, response: LLMResponse, reply: Reply): Promise<void> {
  if (ports.policies.has('onOutput')) {
    await ports.events.emitAll(noteReply(state, ports, response, reply));
    if (ports.output !== undefined) return readAnswer(state, ports, ports.output, response, reply);
    return concludeJudged(state, ports, response, { reply, parsed: undefined });
  }
  const events = addReply(state, ports, response, reply);
  // Stores the answer before a reader can leave the run.
  if (ports.output === undefined) events.push(...conclude(state, response, reply));
  await ports.events.emitAll(events);
  if (ports.output !== undefined) await readAnswer(state, ports, ports.output, response, reply);
}
