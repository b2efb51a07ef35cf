import {
  errorMessage,
  type JsonObject,
  PAUSED_RUN_VERSION,
  type PausedRun,
  type PendingCall,
  type ToolCallRecord,
} from '@toolwright/contract';
import { maskSecretsIn } from '@toolwright/redaction';
import { holdTools } from '../approval/held-tools.js';
import type { PausedData } from '../approval/paused-run.js';
import { describeToolSet } from '../approval/tool-set.js';
import { failure } from '../protocols/format-outcome.js';
import type { RunState, ToolStep } from '../state/run-state.js';
import type { Ports } from './ports.js';

/** Pauses a run until a person decides on the pending calls. */
export async function pauseRun(
  state: RunState,
  ports: Ports,
  step: ToolStep,
  pending: readonly PendingCall[],
): Promise<void> {
  const { events, toolState } = ports;
  const lost = [...toolState].filter(([, value]) => !isPlainJson(value)).map(([name]) => name);
  state.next = { to: 'pause', run: toPausedRun(state, ports, step, pending, lost) };
  if (lost.length > 0) {
    const message = `The run's state contains values that are not JSON and will be lost when it is resumed: ${lost.join(', ')}.`;
    await events.emit({ type: 'warning', message });
  }
  await events.emit({ type: 'approval-request', calls: pending });
}

/** Copies the state of a run to JSON, so that later changes to the run do not affect it. */
function toPausedRun(
  state: RunState,
  { agent, clock, policies, sign, toolState }: Ports,
  { reply, finished, nested }: ToolStep,
  pending: readonly PendingCall[],
  lost: readonly string[],
): PausedRun {
  const { runId, history, ledger, handedTo, iteration, toolCalls, reasoningTrace, errors, warnings } = state;
  const { finishReason } = state;
  const kept = [...toolState].filter(([name]) => !lost.includes(name));
  const data: PausedData = {
    ...history.toForkState(),
    reply,
    finished: finished.map(toWritable),
    nested,
    handedTo,
    next: agent.next,
    tools: describeToolSet(agent.tools),
    held: holdTools(
      agent.tools,
      reply.calls.map(({ name }) => name),
    ),
    policies: policies.names,
    subset: agent.subset,
    systemMessage: agent.systemMessage,
    iteration,
    toolCalls: toolCalls.map(toWritable),
    reasoningTrace,
    errors,
    warnings,
    finishReason,
    ledger: ledger.toJSON(),
    elapsedMs: clock.elapsedMs,
    // Each value has been checked to be JSON.
    state: Object.fromEntries(kept) as JsonObject,
  };
  const plain = maskSecretsIn(JSON.parse(JSON.stringify(data)));
  return sign({ version: PAUSED_RUN_VERSION, runId, agent: state.agent, pending, data: plain });
}

/** Replaces a result that is not JSON, which custom tool sources may return, with an error. */
export function toWritable(record: ToolCallRecord): ToolCallRecord {
  try {
    JSON.stringify(record);
    return record;
  } catch (error) {
    return { ...record, outcome: failure(`The result cannot be written as JSON: ${errorMessage(error)}`) };
  }
}

/** The maximum nesting depth. Lower than the limit on resuming, which includes the levels around the state. */
const MAX_LEVELS = 400;

function isPlainJson(value: unknown, ancestors: readonly unknown[] = []): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || ancestors.length > MAX_LEVELS || ancestors.includes(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === Object.prototype || prototype === null;
  return isPlain && Object.values(value).every((member) => isPlainJson(member, [...ancestors, value]));
}
