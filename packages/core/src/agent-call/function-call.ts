import type { JsonObject, JsonValue, RunResult, ToolCallRecord } from '@toolwright/contract';
import { formatOutcome } from '../calls/format-outcome.js';
import { readCallArguments } from '../protocols/native-calls.js';

/** One call that the model has made of a tool, and what came of it. */
export interface FunctionCall {
  readonly name: string;
  /** As the model wrote them where they are no JSON object. */
  readonly arguments: JsonObject | string;
  /** Null where the call failed. */
  readonly result: JsonValue;
  /** What the model has read of it. */
  readonly resultString: string;
  /** Null where it did not fail. */
  readonly errorMessage: string | null;
  /** It repeats an earlier call, and was not executed again. */
  readonly isRepeated: boolean;
}

/** The calls of a run, in order. */
export function traceCalls({
  toolCalls,
  messages,
}: Pick<RunResult, 'toolCalls' | 'messages'>): FunctionCall[] {
  const texts = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' ? [[message.tool_call_id, message.content] as const] : [],
    ),
  );
  return toolCalls.map((record) => {
    const text = record.byProvider ? formatOutcome(record.outcome) : (texts.get(record.callId) ?? '');
    return toFunctionCall(record, text);
  });
}

function toFunctionCall(
  { name, arguments: text, outcome, repeated }: ToolCallRecord,
  resultString: string,
): FunctionCall {
  const read = text.trim() === '' ? { args: {}, isExact: true } : readCallArguments(text);
  // A number that would lose digits is left to those who read the text.
  const args = read.isExact ? (read.args ?? text) : text;
  const { result, error: errorMessage } = outcome;
  return { name, arguments: args, result, resultString, errorMessage, isRepeated: repeated === true };
}
