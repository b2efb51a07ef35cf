import { findTool, isRecord, type JsonObject, type Message, type ToolCallRecord } from '@toolwright/contract';
import { readJson } from '@toolwright/json';
import type { PolicyCall, RunView } from './policy.js';

/** A call that has a result. */
interface EndedCall {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

/**
 * Finds the first tool whose result is untrusted although no policy marked it, because the tool was called before the policy was
 * active: in an earlier run, or by the agent that handed over. Unknown tools are considered untrusted.
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

/** Returns the calls of this run, except those whose results the run itself wrote: they are not untrusted. */
function endedCalls(toolCalls: readonly ToolCallRecord[]): EndedCall[] {
  const answered = toolCalls.filter(({ denied, byProvider, byRun }) => !denied && !byProvider && !byRun);
  return answered.map(({ callId, name, arguments: text }) => ({ callId, name, arguments: text }));
}

/** Returns the calls of earlier runs that are still in the history. */
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
