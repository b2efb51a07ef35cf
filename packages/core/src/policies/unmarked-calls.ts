import {
  contentText,
  describeUnknown,
  findTool,
  isRecord,
  type JsonObject,
  type Message,
  type ToolCallRecord,
} from '@toolwright/contract';
import { readJson } from '@toolwright/schema';
import { formatOutcome } from '../calls/format-outcome.js';
import type { PolicyCall, RunView } from './policy.js';

/** The end of each refusal of `separate`, which is no text of others. */
export const SEPARATED =
  '. It is not available for the rest of this run. Tell the user what you wanted to do.';

/** A call that has ended, and what the model read of it. */
interface EndedCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  readonly answer: string;
}

/**
 * The first tool whose result is text of others by a rule, although no policy has marked it: it was called before the policy was there, in
 * an earlier run or by the agent that handed the conversation over. A tool that is unknown here counts.
 */
export function findUnmarked(
  { toolCalls, messages, tools, formerTools }: RunView,
  isUntrusted: (call: PolicyCall) => boolean,
): string | undefined {
  const isOf = ({ callId, name, arguments: text, answer }: EndedCall): boolean => {
    if (answer.endsWith(SEPARATED) || answer === DENIED) return false;
    const tool = findTool(tools, name) ?? findTool(formerTools, name);
    if (tool === undefined) return !isOwnAnswer(name, answer);
    const args = readObject(text);
    const isJson = args !== undefined;
    return isUntrusted({ callId, name: tool.name, arguments: text, args, isJson, tool, approved: false });
  };
  const found = endedCalls(toolCalls).find(isOf) ?? earlierCalls(messages, toolCalls).find(isOf);
  return found && `'${found.name}'`;
}

/** Those of this run; nobody but its person has answered a call that was denied. */
function endedCalls(toolCalls: readonly ToolCallRecord[]): EndedCall[] {
  const answered = toolCalls.filter(({ denied, byProvider }) => !denied && !byProvider);
  return answered.map(({ callId, name, arguments: text, outcome }) => ({
    callId,
    name,
    arguments: text,
    answer: formatOutcome(outcome),
  }));
}

/** Those of earlier runs, as far as the history goes back. */
function earlierCalls(messages: readonly Message[], toolCalls: readonly ToolCallRecord[]): EndedCall[] {
  const ofThisRun = new Set(toolCalls.map(({ callId }) => callId));
  const answers = new Map<string, string>();
  for (const message of messages) {
    if (message.role === 'tool') answers.set(message.tool_call_id, contentText(message.content));
  }
  return messages.flatMap((message) =>
    message.role !== 'assistant'
      ? []
      : (message.tool_calls ?? []).flatMap(({ id, function: called }) => {
          const answer = answers.get(id);
          return answer === undefined || ofThisRun.has(id) ? [] : [{ callId: id, ...called, answer }];
        }),
  );
}

/** Whether an answer is one of the library's sentences, and nothing else: the text of a tool may begin with the same words. */
function isOwnAnswer(name: string, answer: string): boolean {
  const start = `Tool error: ${describeUnknown('Tool', name, []).problem} `;
  return answer.startsWith(start) ? LISTED.test(answer.slice(start.length)) : PLAIN.test(answer);
}

const LISTED =
  /^(Did you mean '[\w.:/-]+'\? )?(Available: [\w.:/-]+(, [\w.:/-]+)*( and \d+ more)?|No tools are available)\.$/;
const PLAIN = /^The conversation is now with [\w-]+\.$/;
const DENIED = 'Tool error: A person has denied this call.';

function readObject(text: string): JsonObject | undefined {
  const read = readJson(text);
  // The reader returns JSON.
  return read.ok && isRecord(read.value) ? (read.value as JsonObject) : undefined;
}
