import {
  type AgentEvent,
  type AssistantMessage,
  type RunResult,
  type ToolCallRecord,
  type ToolSpec,
  unknownToolMessage,
} from '@toolwright/contract';
import { redactJson } from '@toolwright/redaction';
import type { Reply, RequestedCall } from '../protocols/tool-call-protocol.js';

/** Returns text as cleaned by all policies. */
export type Clean = (text: string) => string;

/**
 * Cleans the texts of an event. Messages and held text have already been cleaned. Arguments stay unchanged, because a person decides
 * about them.
 */
export function cleanEvent(event: AgentEvent, clean: Clean): AgentEvent {
  switch (event.type) {
    case 'run-start':
    case 'message':
    case 'text-delta':
    case 'tool-call':
    case 'approval-request':
    case 'run-end':
      return event;
    default:
      return cleanOwn(event, clean);
  }
}

/** Cleans the texts of a result. Its messages and output have already been cleaned. A paused run stays unchanged because it is signed. */
export function cleanResult(result: RunResult, clean: Clean): RunResult {
  const { stopReason, lastReply, outputWarnings } = result;
  return {
    ...result,
    ...(stopReason !== undefined && { stopReason: clean(stopReason) }),
    ...(lastReply !== undefined && { lastReply: clean(lastReply) }),
    ...(outputWarnings !== undefined && { outputWarnings: cleanOwn(outputWarnings, clean) }),
    reasoningTrace: result.reasoningTrace.map(clean),
    errors: result.errors.map(clean),
    warnings: result.warnings.map(clean),
    toolCalls: Object.freeze(result.toolCalls.map((record) => cleanRecord(record, clean))),
  };
}

/**
 * Cleans the reasoning in a reply, any text next to calls, and invented tool names. The text of a reply without calls is the answer,
 * which policies see in their hooks.
 */
export function cleanReply(given: Reply, clean: Clean, tools: readonly ToolSpec[]): Reply {
  const reply = cleanNames(given, clean, tools);
  const { reasoning, calls, text, message } = reply;
  const isAnswer = calls.length === 0;
  return {
    ...reply,
    ...(reasoning !== undefined && { reasoning: clean(reasoning) }),
    text: isAnswer ? text : clean(text),
    message: message && cleanThoughts(isAnswer ? message : cleanContent(message, clean), clean),
  };
}

function cleanNames(reply: Reply, clean: Clean, tools: readonly ToolSpec[]): Reply {
  const known = new Set(tools.map(({ name }) => name));
  const renamed = new Map<string, string>();
  const calls = reply.calls.map((call): RequestedCall => {
    const name = known.has(call.name) ? call.name : clean(call.name);
    if (name === call.name) return call;
    renamed.set(call.id, name);
    // The cleaned name may be the name of a tool that the model did not call.
    return { ...call, name, problem: call.problem ?? unknownToolMessage(name, [...known]) };
  });
  if (renamed.size === 0) return reply;
  return { ...reply, calls, message: reply.message && renameCalls(reply.message, renamed) };
}

function renameCalls(message: AssistantMessage, names: ReadonlyMap<string, string>): AssistantMessage {
  const calls = message.tool_calls?.map((call) => {
    const name = names.get(call.id);
    if (name === undefined) return call;
    // Only keeps characters that all providers accept.
    return {
      ...call,
      function: { ...call.function, name: name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unknown' },
    };
  });
  return withoutData({ ...message, ...(calls && { tool_calls: calls }) });
}

function cleanContent(message: AssistantMessage, clean: Clean): AssistantMessage {
  const content = message.content === null ? null : clean(message.content);
  return content === message.content ? message : withoutData({ ...message, content });
}

function cleanThoughts(message: AssistantMessage, clean: Clean): AssistantMessage {
  const reasoning = message.reasoning === undefined ? undefined : clean(message.reasoning);
  if (reasoning === undefined || reasoning === message.reasoning) return message;
  return withoutData({ ...message, reasoning });
}

/** Drops provider data, which may repeat or sign the uncleaned text. */
function withoutData({ provider_data: _, ...message }: AssistantMessage): AssistantMessage {
  return message;
}

/** Cleans the texts of a call's outcome. */
export function cleanRecord(record: ToolCallRecord, clean: Clean): ToolCallRecord {
  const outcome = cleanOwn(record.outcome, clean);
  return outcome === record.outcome ? record : { ...record, outcome };
}

/**
 * Cleans the texts in a value of one of the library's own types. Keeps member names and the values that programs use to identify
 * such objects. In JSON from tools, member names are also cleaned.
 */
function cleanOwn<T>(value: T, clean: Clean): T;
function cleanOwn(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return cleanJson(value, clean);
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = Object.entries(value);
  const cleaned = members.map(([name, one]): [string, unknown] => {
    if (KEPT.has(name)) return [name, one];
    return [name, JSONS.has(name) ? cleanJson(one, clean) : cleanOwn(one, clean)];
  });
  if (cleaned.every(([, one], index) => Object.is(one, members[index]?.[1]))) return value;
  return Array.isArray(value) ? cleaned.map(([, one]) => one) : Object.fromEntries(cleaned);
}

const KEPT: ReadonlySet<string> = new Set(['type', 'callId', 'name', 'hook', 'action']);
/** Members that contain JSON from tools. */
const JSONS: ReadonlySet<string> = new Set(['result', 'progress']);

/** Cleans JSON. Skips data URLs: they contain bytes, in which any match is a coincidence. */
function cleanJson<T>(value: T, clean: Clean): T {
  return redactJson(value, (text) => (text.startsWith('data:') ? text : clean(text)));
}
