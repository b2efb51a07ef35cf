import { type AgentEvent, type FinishReason, type LLMResponse, ToolwrightError } from '@toolwright/contract';
import type { Reply } from '../protocols/tool-call-protocol.js';
import type { Run } from './run.js';
import { statusAt } from './stop-rules.js';

/** Takes a reply without calls as the answer, and warns where it is less than one. What was cut before it said anything fails the run. */
export function conclude(run: Run, response: LLMResponse, reply: Reply): AgentEvent[] {
  const cut = findCut(response, reply);
  if (cut !== undefined) {
    run.fail(cut);
    return [];
  }
  const { finishReason } = response;
  const { text } = reply;
  run.record.finalResponse = text;
  const { limit } = run.record;
  run.record.status = limit === undefined ? 'completed' : statusAt(limit);
  const message = text === '' ? 'The model gave an empty answer.' : CUT[finishReason];
  return message === undefined ? [] : [{ type: 'warning', message }];
}

/** Why a reply that says nothing was cut; undefined for one that says something, or chose to say nothing. */
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
