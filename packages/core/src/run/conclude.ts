import { type AgentEvent, type FinishReason, type LLMResponse, ToolwrightError } from '@toolwright/contract';
import type { Reply } from '../protocols/tool-call-protocol.js';
import { judgeAnswer } from './judge-answer.js';
import type { Ports } from './ports.js';
import { showReply } from './record.js';
import type { RunState } from './run-state.js';
import { statusAt } from './stop/stop-rules.js';

/** Takes a reply without calls as the answer, and warns if it is incomplete. */
export function conclude(
  state: RunState,
  { finishReason }: LLMResponse,
  { text, message }: Reply,
): AgentEvent[] {
  if (message !== undefined) state.history.append([message]);
  state.finalResponse = text;
  state.status = state.limit === undefined ? 'completed' : statusAt(state.limit);
  const warning = text === '' ? 'The model gave an empty answer.' : CUT[finishReason];
  return warning === undefined ? [] : [{ type: 'warning', message: warning }];
}

/** The same for an answer that policies have to accept; it is shown when they have. */
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

/** The error for a reply that was cut off before it said anything. */
export function findCut({ finishReason }: LLMResponse, { text }: Reply): ToolwrightError | undefined {
  if (text !== '') return undefined;
  if (finishReason === 'length') return nothingSaid();
  return finishReason === 'content-filter' ? filtered() : undefined;
}

const CUT: Readonly<Partial<Record<FinishReason, string>>> = {
  length: 'The answer was cut off at the limit of tokens.',
  'content-filter': "The answer was cut off by the provider's content filter.",
};

function nothingSaid(): ToolwrightError {
  return new ToolwrightError('LIMIT_REACHED', 'The limit of tokens was reached before the answer began.', {
    blame: 'user',
    hint: "Raise 'maxCompletionTokens', or lower 'reasoningEffort'.",
  });
}

function filtered(): ToolwrightError {
  return new ToolwrightError(
    'CONTENT_FILTER',
    "The provider's content filter let nothing of the answer through.",
    {
      blame: 'user',
      hint: 'Ask in other words.',
    },
  );
}
