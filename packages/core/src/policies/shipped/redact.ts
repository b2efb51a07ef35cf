import {
  type ContentPart,
  createRedaction,
  isRecord,
  type JsonValue,
  type Message,
  type ToolMessage,
  type UserMessage,
} from '@toolwright/contract';
import type { Policy } from '../policy.js';
import type { PolicyOptions } from './policy-options.js';

/** Options of `redact`. */
export interface RedactOptions extends PolicyOptions {
  /** Whether API keys, tokens and passwords are removed as well. Default: true. */
  readonly secrets?: boolean | undefined;
}

/**
 * Replaces what the patterns find by their names, as in `[email]`: in the input, in results of tools, in everything that is sent to the
 * model, and in answers. It cannot be undone: the run keeps no copy. Holds for sub-agents as well.
 * @param patterns by the names that stand in their place; each must be linear in the length of a text
 */
export function redact(
  patterns: Readonly<Record<string, RegExp>> = {},
  { name = 'redact', subAgents = true, secrets = true }: RedactOptions = {},
): Policy {
  const text = createTextRedaction(patterns, secrets);
  const sent = new WeakMap<Message, Message>();
  const clean = (message: Message): Message => {
    const known = sent.get(message);
    if (known !== undefined) return known;
    const cleaned = redactMessage(message, text);
    sent.set(message, cleaned);
    return cleaned;
  };
  return {
    name,
    subAgents,
    onInput(input) {
      const change = redactMessage(input, text);
      return change === input || change.role !== 'user' ? undefined : { change };
    },
    beforeModel(request) {
      const messages = request.messages.map(clean);
      const isSame = messages.every((message, index) => message === request.messages[index]);
      return isSame ? undefined : { change: { ...request, messages } };
    },
    afterModel(response) {
      const { content, reasoning, toolCalls } = response;
      // The answer is redacted when it is read: its JSON must stay JSON.
      const shown = content !== null && toolCalls.length > 0 ? text(content) : content;
      const thought = reasoning === undefined ? undefined : text(reasoning);
      if (shown === content && thought === reasoning) return undefined;
      return { change: { ...response, content: shown, reasoning: thought, providerData: undefined } };
    },
    afterTool(outcome) {
      if (outcome.error !== null) {
        const told = text(outcome.error);
        return told === outcome.error ? undefined : { change: { ...outcome, error: told } };
      }
      const { result, content: parts } = outcome;
      const cleaned = redactJson(result, text);
      const content = parts && redactParts(parts, text);
      if (cleaned === result && content === parts) return undefined;
      return { change: { ...outcome, result: cleaned, ...(content && { content }) } };
    },
    onOutput({ text: given, output }) {
      if (output === undefined) {
        const shown = text(given);
        return shown === given ? undefined : { change: { text: shown } };
      }
      // A value of a run with an output: it was read from JSON, or by a parser from text.
      const cleaned = redactJson(output as JsonValue, text);
      return cleaned === output ? undefined : { change: { text: given, output: cleaned } };
    },
  };
}

type Redact = (text: string) => string;

function createTextRedaction(patterns: Readonly<Record<string, RegExp>>, secrets: boolean): Redact {
  const rules = Object.entries(patterns).map(([kind, { source, flags }]) => {
    const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
    return { pattern, label: () => `[${kind}]` };
  });
  const redaction = secrets ? createRedaction() : undefined;
  return (text) => {
    let clean = text;
    for (const { pattern, label } of rules) clean = clean.replace(pattern, label);
    return redaction?.redact(clean) ?? clean;
  };
}

/** The same value if nothing was found. A number that is found becomes a text. */
function redactJson(value: JsonValue, text: Redact): JsonValue {
  let found = false;
  const clean = (given: string): string => {
    const redacted = text(given);
    found ||= redacted !== given;
    return redacted;
  };
  const written = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'string') return clean(member);
    if (typeof member === 'number') {
      const redacted = clean(String(member));
      return redacted === String(member) ? member : redacted;
    }
    if (!isRecord(member)) return member;
    const entries = Object.entries(member);
    const names = entries.map(([key]) => clean(key));
    if (names.every((key, index) => key === entries[index]?.[0])) return member;
    const unique = numberRepeats(names);
    return Object.fromEntries(entries.map(([, one], index) => [unique[index], one]));
  });
  return found ? JSON.parse(written) : value;
}

/** Names that have become equal get a number, so that no member is lost: `[email]`, `[email] 2`. */
function numberRepeats(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const counts = new Map<string, number>();
  return names.map((name) => {
    let count = counts.get(name) ?? 0;
    let unique = name;
    if (count > 0) {
      do unique = `${name} ${++count}`;
      while (taken.has(unique));
      taken.add(unique);
    } else count = 1;
    counts.set(name, count);
    return unique;
  });
}

function redactMessage(message: Message, text: Redact): Message {
  if (message.role === 'user' || message.role === 'tool') return redactContent(message, text);
  const content = message.content === null ? null : text(message.content);
  if (message.role !== 'assistant')
    return content === message.content || content === null ? message : { ...message, content };
  const calls = message.tool_calls?.map((call) => {
    const written = redactArguments(call.function.arguments, text);
    if (written === call.function.arguments) return call;
    return { ...call, function: { ...call.function, arguments: written } };
  });
  const isSame =
    content === message.content && calls?.every((call, index) => call === message.tool_calls?.[index]);
  if (isSame ?? content === message.content) return message;
  // A provider's data repeat the message, or sign it.
  const { provider_data: _, ...rest } = message;
  return { ...rest, content, ...(calls && { tool_calls: calls }) };
}

function redactContent<Changed extends UserMessage | ToolMessage>(message: Changed, text: Redact): Changed {
  const { content: given } = message;
  const content = typeof given === 'string' ? text(given) : redactParts(given, text);
  return content === given ? message : { ...message, content };
}

/** The texts and names; what images, recordings and files show stays. The same list if nothing was found. */
function redactParts(parts: readonly ContentPart[], text: Redact): readonly ContentPart[] {
  const cleaned = parts.map((part) => {
    if (part.type === 'text') {
      const clean = text(part.text);
      return clean === part.text ? part : { ...part, text: clean };
    }
    if (part.type !== 'file' || part.file.name === undefined) return part;
    const name = text(part.file.name);
    return name === part.file.name ? part : { ...part, file: { ...part.file, name } };
  });
  return cleaned.every((part, index) => part === parts[index]) ? parts : cleaned;
}

/** Arguments stay JSON where they are. */
function redactArguments(written: string, text: Redact): string {
  if (text(written) === written) return written;
  try {
    // JSON, as it was just read.
    const value: JsonValue = JSON.parse(written);
    const clean = redactJson(value, text);
    return clean === value ? written : JSON.stringify(clean);
  } catch {
    // The text is not JSON.
    return text(written);
  }
}
