import type { AgentEvent, LLMResponse } from '@toolwright/contract';
import { statusAt } from '../policies/stop/stop-rules.js';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { RunState } from '../state/run-state.js';
import { judgeAnswer } from './judge-answer.js';
import type { Ports } from './ports.js';
import { showReply } from './record.js';
import { describeCut } from './reply-end.js';

/** Accepts a reply without calls as the answer, and warns if it is incomplete. */
export function conclude(state: RunState, response: LLMResponse, { text, message }: Reply): AgentEvent[] {
  if (message !== undefined) state.history.append([message]);
  state.finalResponse = text;
  state.next = { to: 'end', status: state.limit === undefined ? 'completed' : statusAt(state.limit) };
  const warning = describeCut(response, text);
  return warning === undefined ? [] : [{ type: 'warning', message: warning }];
}

/** Shows and accepts an answer once policies have approved it. */
export async function concludeJudged(
  state: RunState,
  ports: Ports,
  response: LLMResponse,
  given: Parameters<typeof judgeAnswer>[3],
): Promise<void> {
  const accepted = await judgeAnswer(state, ports, response, given);
  if (accepted === undefined) return;
  const { reply, parsed } = accepted;
  state.output = parsed;
  const shown = showReply(ports, response, reply);
  await ports.events.emitAll([...shown, ...conclude(state, response, reply)]);
}
