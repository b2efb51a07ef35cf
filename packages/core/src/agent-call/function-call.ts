import {
  contentText,
  type JsonObject,
  type JsonValue,
  type RunResult,
  type ToolCallRecord,
} from '@toolwright/contract';
import { formatOutcome } from '../protocols/format-outcome.js';
import { readCallArguments } from '../protocols/native-calls.js';

/** One tool call of the model and its outcome. */
export interface FunctionCall {
  readonly name: string;
  /** The arguments, or the model's text if they are not a JSON object. */
  readonly arguments: JsonObject | string;
  /** Null if the call failed. */
  readonly result: JsonValue;
  /** The result as the model read it. */
  readonly resultString: string;
  /** Null if the call succeeded. */
  readonly errorMessage: string | null;
  /** Whether the call repeats an earlier call and was therefore not executed. */
  readonly isRepeated: boolean;
}

/** Returns the calls of a run, in call order. */
export function traceCalls({
  toolCalls,
  messages,
}: Pick<RunResult, 'toolCalls' | 'messages'>): FunctionCall[] {
  const texts = new Map(
    messages.flatMap((message) =>
      message.role === 'tool' ? [[message.tool_call_id, contentText(message.content)] as const] : [],
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
  // If numbers would lose precision, the original text is kept.
  const args = read.isExact ? (read.args ?? text) : text;
  const { result, error: errorMessage } = outcome;
  return { name, arguments: args, result, resultString, errorMessage, isRepeated: repeated === true };
}
