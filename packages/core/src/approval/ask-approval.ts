import type { PendingCall } from '@toolwright/contract';
import type { CallContext, Policy } from '../policies/policy.js';
import type { RequestedCall } from '../protocols/tool-call-protocol.js';
import type { Ports } from '../run/ports.js';
import { callBack } from '../run/run-failure.js';
import type { RunState, ToolStep } from '../run/run-state.js';

/**
 * Asks the policies which calls a person has to decide on before any call of the reply is executed. If the run cannot wait for a
 * person, those calls are refused instead.
 */
export function askApproval(
  state: RunState,
  { agent, policies, pauses }: Ports,
  { reply, finished }: ToolStep,
): { readonly calls: readonly RequestedCall[]; readonly pending: readonly PendingCall[] } {
  const needsPerson = (call: RequestedCall): boolean => {
    const { id, name, problem } = call;
    if (problem !== undefined || state.approved.has(id)) return false;
    const context = { call, tool: agent.findTool(name), state };
    return finished.every(({ callId }) => callId !== id) && policies.some((policy) => asks(policy, context));
  };
  const waiting = reply.calls.filter(needsPerson);
  if (waiting.length === 0) return { calls: reply.calls, pending: [] };
  if (pauses) {
    const pending = waiting.map(({ id, name, text }) => ({ callId: id, name, arguments: text }));
    return { calls: reply.calls, pending };
  }
  const calls = reply.calls.map((call) =>
    waiting.includes(call) ? { ...call, problem: NO_APPROVAL } : call,
  );
  return { calls, pending: [] };
}

function asks(policy: Policy, context: CallContext): boolean {
  if (policy.needsApproval === undefined) return false;
  return callBack(`The policy '${policy.name}'`, () => policy.needsApproval?.(context)) === true;
}

const NO_APPROVAL = 'This tool needs the approval of a person, and nobody can be asked in this run.';
