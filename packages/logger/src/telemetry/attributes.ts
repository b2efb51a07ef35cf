import type { Attributes } from '@opentelemetry/api';
import {
  type AssistantMessage,
  type ContentPart,
  contentText,
  type FinishReason,
  type MessageEvent,
  type ModelId,
  USAGE_ENTRIES,
  type Usage,
} from '@toolwright/contract';

/** Providers whose name is different in the semantic conventions. */
const PROVIDERS: Readonly<Record<string, string>> = { google: 'gcp.gemini' };

/** The names of finish reasons in the semantic conventions. */
const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  'tool-calls': 'tool_call',
  length: 'length',
  'content-filter': 'content_filter',
  other: 'other',
};

/** Returns the attributes of all spans and metrics of a run's requests. */
export function modelAttributes({ provider, model }: ModelId): Attributes {
  return {
    ...(provider !== undefined && { 'gen_ai.provider.name': PROVIDERS[provider] ?? provider }),
    ...(model !== undefined && { 'gen_ai.request.model': model }),
  };
}

/** Returns the attributes of the model that answered, if the client chose it from several. */
export function answeredAttributes(answeredBy: ModelId): Attributes {
  const { 'gen_ai.request.model': model, ...rest } = modelAttributes(answeredBy);
  return { ...rest, ...(model !== undefined && { 'gen_ai.response.model': model }) };
}

export function usageAttributes(usage: Usage): Attributes {
  const attributes: Attributes = {};
  for (const [name, { attribute }] of USAGE_ENTRIES) {
    const count = usage[name];
    if (attribute !== undefined && count !== undefined) attributes[attribute] = count;
  }
  return attributes;
}

export function finishAttributes(event: MessageEvent): Attributes {
  return event.finishReason === undefined ? {} : { 'gen_ai.response.finish_reasons': [finishName(event)] };
}

/** Returns the finish reason as the conventions name it, or the provider's own name if they define none. */
function finishName({ finishReason = 'other', rawFinishReason }: MessageEvent): string {
  const name = FINISH_REASONS[finishReason];
  return finishReason === 'other' ? (rawFinishReason ?? name) : name;
}

export type Redact = (text: string) => string;

/** Removes secrets from attributes. */
export function redactAttributes(attributes: Attributes, redact: Redact): Attributes {
  const entries = Object.entries(attributes).map(([name, value]) => {
    if (typeof value === 'string') return [name, redact(value)] as const;
    const list = Array.isArray(value)
      ? value.map((item) => (typeof item === 'string' ? redact(item) : item))
      : value;
    return [name, list] as const;
  });
  return Object.fromEntries(entries);
}

/** Converts the input of a run to the conventions' JSON. */
export function inputMessages(input: string | readonly ContentPart[], redact: Redact): Attributes {
  const parts = [{ type: 'text', content: redact(contentText(input)) }];
  return { 'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts }]) };
}

/** Converts a reply to the conventions' JSON. */
export function outputMessages(event: MessageEvent, message: AssistantMessage, redact: Redact): Attributes {
  const { content, reasoning, tool_calls: calls = [] } = message;
  const parts = [
    ...(reasoning ? [{ type: 'reasoning', content: redact(reasoning) }] : []),
    ...(content ? [{ type: 'text', content: redact(content) }] : []),
    ...calls.map(({ id, function: { name, arguments: text } }) => ({
      type: 'tool_call',
      id,
      name,
      arguments: redact(text),
    })),
  ];
  const output = { role: 'assistant', parts, finish_reason: finishName(event) };
  return { 'gen_ai.output.messages': JSON.stringify([output]) };
}
