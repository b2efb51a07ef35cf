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

/** Gives the text that policies leave of a text. */
export type Clean = (text: string) => string;

/**
 * An event with the texts that policies leave of it. Messages and held text were cleaned before; arguments stay, because a person
 * decides about them.
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

/** A result with the texts that policies leave of it; its messages and its output were cleaned before. A paused run stays as it was signed. */
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
 * A reply with clean thoughts, and with clean text beside its calls. The text of a reply without calls is the answer, which policies see.
 * Names that the model has made up are cleaned as well.
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
    // What is left may be the name of a tool, which the model has not called.
    return { ...call, name, problem: call.problem ?? unknownToolMessage(name, [...known]) };
  });
  if (renamed.size === 0) return reply;
  return { ...reply, calls, message: reply.message && renameCalls(reply.message, renamed) };
}

function renameCalls(message: AssistantMessage, names: ReadonlyMap<string, string>): AssistantMessage {
  const calls = message.tool_calls?.map((call) => {
    const name = names.get(call.id);
    if (name === undefined) return call;
    // In the characters that all providers accept.
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

/** A provider's data repeat the message, or sign it. */
function withoutData({ provider_data: _, ...message }: AssistantMessage): AssistantMessage {
  return message;
}

/** A record of a call with the texts that policies leave of its outcome. */
export function cleanRecord(record: ToolCallRecord, clean: Clean): ToolCallRecord {
  const outcome = cleanOwn(record.outcome, clean);
  return outcome === record.outcome ? record : { ...record, outcome };
}

/**
 * A value of the library's own types with clean texts: its members, and the values by which programs tell such values apart, stay. In
 * JSON of others, names of members are cleaned as well.
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
/** Members that hold JSON of others. */
const JSONS: ReadonlySet<string> = new Set(['result', 'progress']);

/** A data URL holds bytes: what looks like a match in them is none. */
function cleanJson<T>(value: T, clean: Clean): T {
  return redactJson(value, (text) => (text.startsWith('data:') ? text : clean(text)));
}
