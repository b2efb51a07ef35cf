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

/** Returns a text as cleaned by the policies. */
export type Clean = (text: string) => string;

/**
 * Cleans the texts of an event. Messages and held text were already cleaned; arguments stay unchanged, because a person decides about them.
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

/** Cleans the texts of a result. Its messages and output were already cleaned. A paused run stays as it was signed. */
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
 * Cleans the thoughts of a reply, the text beside its calls, and names that the model invented. The text of a reply without calls
 * is the answer, which policies see through their hooks.
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
    // The cleaned name may be that of a tool, which the model did not call.
    return { ...call, name, problem: call.problem ?? unknownToolMessage(name, [...known]) };
  });
  if (renamed.size === 0) return reply;
  return { ...reply, calls, message: reply.message && renameCalls(reply.message, renamed) };
}

function renameCalls(message: AssistantMessage, names: ReadonlyMap<string, string>): AssistantMessage {
  const calls = message.tool_calls?.map((call) => {
    const name = names.get(call.id);
    if (name === undefined) return call;
    // Only characters that all providers accept.
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

/** Drops provider data, which repeats or signs the message. */
function withoutData({ provider_data: _, ...message }: AssistantMessage): AssistantMessage {
  return message;
}

/** Cleans the texts of a call's outcome. */
export function cleanRecord(record: ToolCallRecord, clean: Clean): ToolCallRecord {
  const outcome = cleanOwn(record.outcome, clean);
  return outcome === record.outcome ? record : { ...record, outcome };
}

/**
 * Cleans the texts in a value of one of the library's own types. Keeps member names and the values by which programs distinguish
 * such objects. In JSON from others, member names are cleaned as well.
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
/** Members that contain JSON from others. */
const JSONS: ReadonlySet<string> = new Set(['result', 'progress']);

/** A data URL contains bytes: anything that looks like a match in them is not one. */
function cleanJson<T>(value: T, clean: Clean): T {
  return redactJson(value, (text) => (text.startsWith('data:') ? text : clean(text)));
}
