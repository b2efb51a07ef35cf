import {
  type ContentPart,
  createRedaction,
  type FilePart,
  isRecord,
  type JsonValue,
  type Message,
  type ToolMessage,
  textOfFile,
  type UserMessage,
  withFileText,
} from '@toolwright/contract';
import { invalidConfig } from '../../agent/invalid-config.js';
import type { Policy } from '../policy.js';
import type { PolicyOptions } from './policy-options.js';

/** Options of `redact`. */
export interface RedactOptions extends PolicyOptions {
  /** Whether API keys, tokens and passwords are removed as well, also the values of environment variables such as `DB_PASSWORD`. Default: true. */
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
    cleanText: text,
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
    onOutput({ text: given, json }) {
      // Before codecs: what is in a `Map` or an object of a class is seen as well.
      const cleaned = json === undefined ? json : redactJson(json, text);
      if (cleaned !== json) return { change: { text: given, json: cleaned } };
      const shown = text(given);
      if (shown === given) return undefined;
      // Around the output, or in members that its schema does not know.
      const isJson = json !== undefined && /^\s*(?:[{["]|```)/.test(given);
      return { change: { text: isJson ? JSON.stringify(json) : shown } };
    },
  };
}

type Redact = (text: string) => string;

function createTextRedaction(patterns: Readonly<Record<string, RegExp>>, secrets: boolean): Redact {
  if (!isRecord(patterns))
    throw invalidConfig('The patterns of redact are no object.', 'Pass { name: /…/ }.');
  const rules = Object.entries(patterns).map(([kind, given]) => {
    if (!(given instanceof RegExp))
      throw invalidConfig(`The pattern '${kind}' of redact is no RegExp.`, 'Pass { name: /…/ }.');
    // `y` would look at one place only.
    const pattern = new RegExp(given.source, `${given.flags.replace(/[gy]/g, '')}g`);
    return { pattern, label: () => `[${kind}]` };
  });
  const redaction = secrets ? createRedaction({ env: process.env }) : undefined;
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
  const reasoning = message.reasoning === undefined ? undefined : text(message.reasoning);
  const isSame = content === message.content && reasoning === message.reasoning;
  if (isSame && (calls ?? []).every((call, index) => call === message.tool_calls?.[index])) return message;
  // A provider's data repeat the message, or sign it.
  const { provider_data: _, ...rest } = message;
  return {
    ...rest,
    content,
    ...(calls && { tool_calls: calls }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

function redactContent<Changed extends UserMessage | ToolMessage>(message: Changed, text: Redact): Changed {
  const { content: given } = message;
  const content = typeof given === 'string' ? text(given) : redactParts(given, text);
  return content === given ? message : { ...message, content };
}

/** The texts, the names, and files of text; what images, recordings and other files show stays. The same list if nothing was found. */
function redactParts(parts: readonly ContentPart[], text: Redact): readonly ContentPart[] {
  const cleaned = parts.map((part) => {
    if (part.type === 'text') {
      const clean = text(part.text);
      return clean === part.text ? part : { ...part, text: clean };
    }
    return part.type === 'file' ? redactFile(part, text) : part;
  });
  return cleaned.every((part, index) => part === parts[index]) ? parts : cleaned;
}

/** The name, and the text of a file of text. */
function redactFile(part: FilePart, text: Redact): FilePart {
  const { name } = part.file;
  const shownName = name && text(name);
  const renamed =
    shownName && shownName !== name ? { ...part, file: { ...part.file, name: shownName } } : part;
  const inside = textOfFile(part);
  const shown = inside === undefined ? undefined : text(inside);
  return shown === undefined || shown === inside ? renamed : withFileText(renamed, shown);
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
