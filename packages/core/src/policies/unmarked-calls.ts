import { findTool, isRecord, type JsonObject, type Message, type ToolCallRecord } from '@toolwright/contract';
import { readJson } from '@toolwright/json';
import type { PolicyCall, RunView } from './policy.js';

/** A call that a tool or a policy has answered. */
interface EndedCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * The first tool whose result is text of others by a rule, although no policy has marked it: it was called before the policy was there, in
 * an earlier run or by the agent that handed the conversation over. A tool that is unknown here counts.
 */
export function findUnmarked(
  { toolCalls, messages, tools, formerTools }: RunView,
  isUntrusted: (call: PolicyCall) => boolean,
): string | undefined {
  const isOf = ({ callId, name, arguments: text }: EndedCall): boolean => {
    const tool = findTool(tools, name) ?? findTool(formerTools, name);
    if (tool === undefined) return true;
    const args = readObject(text);
    const isJson = args !== undefined;
    return isUntrusted({ callId, name: tool.name, arguments: text, args, isJson, tool, approved: false });
  };
  const found = endedCalls(toolCalls).find(isOf) ?? earlierCalls(messages, toolCalls).find(isOf);
  return found && `'${found.name}'`;
}

/** Those of this run. What the run itself has answered is text of nobody. */
function endedCalls(toolCalls: readonly ToolCallRecord[]): EndedCall[] {
  const answered = toolCalls.filter(({ denied, byProvider, byRun }) => !denied && !byProvider && !byRun);
  return answered.map(({ callId, name, arguments: text }) => ({ callId, name, arguments: text }));
}

/** Those of earlier runs, as far as the history goes back. */
function earlierCalls(messages: readonly Message[], toolCalls: readonly ToolCallRecord[]): EndedCall[] {
  const ofThisRun = new Set(toolCalls.map(({ callId }) => callId));
  const answered = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool' && message.byRun !== true) answered.add(message.tool_call_id);
  }
  return messages.flatMap((message) =>
    message.role !== 'assistant'
      ? []
      : (message.tool_calls ?? []).flatMap(({ id, function: called }) =>
          answered.has(id) && !ofThisRun.has(id) ? [{ callId: id, ...called }] : [],
        ),
  );
}

function readObject(text: string): JsonObject | undefined {
  const read = readJson(text);
  // The reader returns JSON.
  return read.ok && isRecord(read.value) ? (read.value as JsonObject) : undefined;
}
