import type { Attributes } from '@opentelemetry/api';
import {
  type AssistantMessage,
  appendAll,
  type ContentPart,
  contentText,
  type LoggedRequest,
  type Message,
  type MessageEvent,
} from '@toolwright/contract';
import { finishName } from './attributes.js';
import { NAMES } from './names.js';

type Redact = (text: string) => string;

/** A part of a message, or a message, in the conventions' JSON. */
type Part = Readonly<Record<string, unknown>>;

/** Converts the input of a run to the conventions' JSON. */
export function inputMessages(input: string | readonly ContentPart[], redact: Redact): Attributes {
  const message = { role: 'user', parts: textParts(contentText(input), redact) };
  return { [NAMES.inputMessages]: JSON.stringify([message]) };
}

/** Converts a reply to the conventions' JSON. */
export function outputMessages(event: MessageEvent, message: AssistantMessage, redact: Redact): Attributes {
  const output = { role: 'assistant', parts: replyParts(message, redact), finish_reason: finishName(event) };
  return { [NAMES.outputMessages]: JSON.stringify([output]) };
}

/** Converts the messages of a request to the conventions' JSON. Leading system messages are instructions. */
export function historyMessages({ messages }: LoggedRequest, redact: Redact): Attributes {
  const count = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const history = count === -1 ? [] : messages.slice(count);
  return { [NAMES.inputMessages]: JSON.stringify(history.map((message) => toMessage(message, redact))) };
}

/** Returns the instructions and the tools of a request in the conventions' JSON. */
export function setupAttributes({ messages, tools }: LoggedRequest, redact: Redact): Attributes {
  const instructions: Part[] = [];
  const redactText = (_name: string, value: unknown) => (typeof value === 'string' ? redact(value) : value);
  for (const { role, content } of messages) {
    if (role !== 'system' && role !== 'developer') break;
    appendAll(instructions, textParts(content, redact));
  }
  const definitions = tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    parameters,
  }));
  return {
    ...(instructions.length > 0 && { [NAMES.systemInstructions]: JSON.stringify(instructions) }),
    ...(tools.length > 0 && { [NAMES.toolDefinitions]: JSON.stringify(definitions, redactText) }),
  };
}

function toMessage(message: Message, redact: Redact): Part {
  if (message.role === 'assistant') return { role: 'assistant', parts: replyParts(message, redact) };
  const text = contentText(message.content);
  if (message.role !== 'tool') return { role: message.role, parts: textParts(text, redact) };
  const answer = { type: 'tool_call_response', id: redact(message.tool_call_id), response: redact(text) };
  return { role: 'tool', parts: [answer] };
}

function replyParts(
  { content, reasoning, tool_calls: calls = [] }: AssistantMessage,
  redact: Redact,
): readonly Part[] {
  return [
    ...(reasoning ? [{ type: 'reasoning', content: redact(reasoning) }] : []),
    ...(content ? textParts(content, redact) : []),
    ...calls.map(({ id, function: { name, arguments: text } }) => ({
      type: 'tool_call',
      id: redact(id),
      name: redact(name),
      arguments: jsonOr(redact(text)),
    })),
  ];
}

function textParts(text: string, redact: Redact): readonly Part[] {
  return [{ type: 'text', content: redact(text) }];
}

/** Returns the value of a JSON text, or the text itself if a model wrote no JSON. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // Models can write anything.
  }
}
