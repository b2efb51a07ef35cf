import { type LLMResponse, type RunResult, ToolwrightError, textStart } from '@toolwright/contract';
import type { Reply } from '../protocols/tool-call-protocol.js';

/** Returns the finish reason for results: the provider's own value if it has no standard equivalent. */
export function toFinishReason({ finishReason, rawFinishReason }: LLMResponse): RunResult['finishReason'] {
  return finishReason === 'other' ? (rawFinishReason ?? finishReason) : finishReason;
}

/** Whether the provider or the model itself rejected the reply, so that its calls must not be executed. */
function isRejected({ finishReason, rejected, refusal }: LLMResponse): boolean {
  return rejected !== undefined || finishReason === 'content-filter' || Boolean(refusal);
}

/** Returns the error for an unusable reply, whose calls must not be executed or which is empty and incomplete. */
export function findFailure(response: LLMResponse, { text, calls }: Reply): ToolwrightError | undefined {
  const { finishReason, rejected, toolCalls } = response;
  if (calls.length > 0) return isRejected(response) ? callsRejected(response, calls) : undefined;
  if (rejected === 'reply') return replyRejected(response);
  if (text !== '') return undefined;
  if (finishReason === 'length') return nothingSaid();
  if (finishReason === 'content-filter') return filtered(response);
  if (rejected === 'calls') return emptyReply(`the provider ended it with ${word(response)}`);
  // If the model had to answer, its calls were dropped.
  const isLost = finishReason === 'tool-calls' && toolCalls.length === 0;
  return isLost ? emptyReply('the provider announced tool calls but sent none') : undefined;
}

/** Describes why an answer may be incomplete; undefined if it is complete. */
export function describeCut(response: Ending, text: string): string | undefined {
  const { refusal } = response;
  const cut = describeEnd(response, text);
  if (!refusal) return cut;
  const refused = `The model refused: ${textStart(refusal, MAX_REFUSAL)}`;
  return cut === undefined ? refused : `${cut} ${refused}`;
}

/** Describes why a run's answer may be incomplete; undefined if it is complete. */
export function describeCutResult({
  finalResponse,
  finishReason = 'stop',
}: Pick<RunResult, 'finalResponse' | 'finishReason'>): string | undefined {
  return describeCut({ finishReason }, finalResponse);
}

/** The maximum length of a quoted refusal, in characters. */
const MAX_REFUSAL = 500;

type Ending = Pick<LLMResponse, 'rawFinishReason' | 'rejected' | 'refusal'> & {
  readonly finishReason: string;
};

function describeEnd(response: Ending, text: string): string | undefined {
  const { finishReason, rawFinishReason, rejected } = response;
  if (text === '') return 'The model returned an empty answer.';
  if (finishReason === 'length') return 'The answer was truncated at the token limit.';
  if (finishReason === 'content-filter') {
    const raw = rawFinishReason === undefined ? '' : ` (${rawFinishReason})`;
    return `The answer was truncated by the provider's content filter${raw}.`;
  }
  return rejected === undefined && rawFinishReason !== 'pause_turn'
    ? undefined
    : `The answer may be incomplete: the provider ended it with ${word(response)}.`;
}

function word({ rawFinishReason, finishReason }: Ending): string {
  return `'${rawFinishReason ?? finishReason}'`;
}

function callsRejected(response: LLMResponse, calls: Reply['calls']): ToolwrightError {
  const names = [...new Set(calls.map(({ name }) => `'${name}'`))].join(', ');
  const { refusal } = response;
  const why = refusal
    ? `The model refused (${textStart(refusal, MAX_REFUSAL)})`
    : response.rejected === 'calls'
      ? `The provider ended its reply with ${word(response)}, which does not indicate a complete reply`
      : `The provider rejected its own reply (${response.rawFinishReason ?? response.finishReason})`;
  const isFiltered = response.finishReason === 'content-filter' || Boolean(refusal);
  const message = `${why}, so its calls were not executed: ${names}.`;
  return new ToolwrightError(isFiltered ? 'CONTENT_FILTER' : 'INVALID_RESPONSE', message, {
    blame: isFiltered ? 'user' : 'provider',
    hint: isFiltered ? 'Rephrase the request.' : 'Ask again. None of the calls were executed.',
  });
}

function replyRejected(response: LLMResponse): ToolwrightError {
  return new ToolwrightError(
    'INVALID_RESPONSE',
    `The provider reports that its reply failed (${response.rawFinishReason ?? response.finishReason}).`,
    { blame: 'provider', hint: "Ask again. 'lastReply' contains the text up to the failure." },
  );
}

function emptyReply(why: string): ToolwrightError {
  return new ToolwrightError('INVALID_RESPONSE', `The reply is empty: ${why}.`, {
    blame: 'provider',
    hint: 'Ask again.',
  });
}

function nothingSaid(): ToolwrightError {
  return new ToolwrightError('LIMIT_REACHED', 'The token limit was reached before the answer started.', {
    blame: 'user',
    hint: "Raise 'maxCompletionTokens', or lower 'reasoningEffort'.",
  });
}

function filtered({ rawFinishReason }: LLMResponse): ToolwrightError {
  const raw = rawFinishReason === undefined ? '' : ` (${rawFinishReason})`;
  return new ToolwrightError(
    'CONTENT_FILTER',
    `The provider's content filter removed the whole answer${raw}.`,
    { blame: 'user', hint: 'Rephrase the request.' },
  );
}
