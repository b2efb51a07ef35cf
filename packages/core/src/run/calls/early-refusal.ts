import {
  type AgentEvent,
  type ArgumentsWatch,
  type EarlyRefusal,
  findTool,
  type LLMResponse,
  type ToolSpec,
} from '@toolwright/contract';
import type { StreamAssembler } from '@toolwright/llm/messages';
import { watchName } from '@toolwright/tools/validation';
import { FirstCall } from '../../calls/early/first-call.js';
import { findNotOffered } from '../../calls/not-offered.js';
import { nativeProtocol } from '../../protocols/native-protocol.js';
import type { Reply } from '../../protocols/tool-call-protocol.js';
import type { RunState } from '../../state/run-state.js';
import type { Ports } from '../ports.js';

/**
 * Checks the first call of the next reply while it arrives, if the reply may end within it; see docs/decisions/0017.
 * @param offered undefined if all tools of the agent are offered
 */
export function watchReply(
  state: RunState,
  ports: Ports,
  offered: readonly ToolSpec[] | undefined,
): FirstCall | undefined {
  if (!mayEndReplies(state, ports)) return undefined;
  const tools = offered ?? ports.agent.tools;
  return new FirstCall({
    has: (name) => tools.some((tool) => tool.name === name),
    watch: (name) => watchCall(state, ports, offered, name),
  });
}

/** Whether replies may end early: only tools answer calls, and nothing depends on usage, which aborted requests do not report. */
function mayEndReplies({ limit, ledger }: RunState, { agent, earlyRefusal, policies }: Ports): boolean {
  const { settings, tools } = agent;
  const chosen = earlyRefusal ?? settings.earlyRefusal ?? (settings.price === undefined ? 'abort' : 'off');
  return (
    chosen === 'abort' &&
    tools.length > 0 &&
    limit === undefined &&
    settings.protocol === nativeProtocol &&
    settings.dedupe === 'off' &&
    // A recorded run replays complete replies.
    settings.wrapClient === undefined &&
    !policies.seesCalls &&
    !ledger.some(({ budget: { tokens, cost } }) => tokens !== undefined || cost !== undefined)
  );
}

function watchCall(
  { ledger }: RunState,
  { agent }: Ports,
  offered: readonly ToolSpec[] | undefined,
  name: string,
): ArgumentsWatch | undefined {
  const present = findTool(agent.allTools, name)?.name ?? name;
  const notOffered = offered && findNotOffered(present, offered, agent.tools);
  if (notOffered !== undefined) return watchName(notOffered);
  const { needsApproval } = agent.findTool(present)?.annotations ?? {};
  if (needsApproval || ledger.some(hasNoCallsLeft)) return undefined;
  return agent.watchArguments(present);
}

function hasNoCallsLeft({ budget, used }: RunState['ledger']): boolean {
  return budget.toolCalls !== undefined && used.toolCalls >= budget.toolCalls;
}

/** Completes a reply that was aborted within its first call. */
export function endReply(assembler: StreamAssembler, refusal: EarlyRefusal): LLMResponse {
  assembler.add({ type: 'finish', finishReason: 'tool-calls' });
  // The usage reported so far does not cover the whole request.
  const { usage: _, toolCalls, ...response } = assembler.finish();
  const cut = toolCalls.map((call) => ({
    ...call,
    function: { ...call.function, arguments: refusal.arguments },
  }));
  return { ...response, toolCalls: cut };
}

export function replyEnded(): AgentEvent {
  const message =
    'The reply was aborted within a call that could not become valid. The usage of this request is unknown.';
  return { type: 'warning', message };
}

/** Answers the call with the refusal instead of executing it. */
export function refuseFirst({ ledger }: RunState, reply: Reply, { error }: EarlyRefusal): Reply {
  const calls = reply.calls.map((call) => ({
    ...call,
    problem: call.problem ?? error,
    early: true as const,
  }));
  // The call counts like a complete call.
  if (reply.calls.some(({ problem, args }) => problem === undefined && args !== undefined))
    ledger.takeToolCall();
  return { ...reply, calls };
}
