import type { Message, ToolOutcome, ToolSpec } from '@toolwright/contract';
import { isSearched, markSearched } from '@toolwright/contract';
import { type CleanText, redactJson } from '../redact-json.js';
import { redactMessage, redactParts } from '../redact-message.js';
import { knownSecrets } from './known-secrets.js';
import { secretMask } from './mask-secrets.js';

/** Masks secrets in JSON. Returns the same value if it contains no secret. */
export function maskSecretsIn<T>(value: T): T {
  const mask = secretMask(value);
  return mask === undefined ? value : redactJson(value, mask);
}

/** Masks the messages of a request. Returns the same list if it contains no secret. */
export function maskMessages(messages: readonly Message[]): readonly Message[] {
  const { version } = knownSecrets().index;
  const others = messages.filter((message) => !isSearched(message, version));
  if (others.length === 0) return messages;
  const mask = secretMask(others.filter(({ role }) => role !== 'assistant'));
  if (mask === undefined) {
    markAll(others);
    return messages;
  }
  const masked = messages.map((message) => maskMessage(message, mask));
  return masked.every((message, index) => message === messages[index]) ? messages : masked;
}

function maskMessage(message: Message, mask: CleanText): Message {
  const { version } = knownSecrets().index;
  if (isSearched(message, version)) return message;
  const masked = redactMessage(message, mask);
  if (masked === message) markSearched(message, version);
  return masked;
}

/** Marks messages as searched. */
function markAll(messages: readonly Message[]): void {
  const { version } = knownSecrets().index;
  for (const message of messages) markSearched(message, version);
}

const maskedValues = new WeakMap<object, { readonly version: number; readonly masked: unknown }>();

/** Masks the tools of a request. Returns the same list if it contains no secret. The list must not change afterwards. */
export function maskTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  return maskOnce(tools, () => {
    const masked = tools.map((tool) => maskOnce(tool, () => maskTool(tool)));
    return masked.every((tool, index) => tool === tools[index]) ? tools : masked;
  });
}

/** Masks a list or a tool once, and again after the known secrets change. */
function maskOnce<Value extends object>(value: Value, mask: () => Value): Value {
  const known = maskedValues.get(value);
  // The cached value has the same type as the key.
  if (known?.version === knownSecrets().index.version) return known.masked as Value;
  const masked = mask();
  maskedValues.set(value, { version: knownSecrets().index.version, masked });
  return masked;
}

function maskTool(tool: ToolSpec): ToolSpec {
  const { name: _, source: __, ...shown } = tool;
  const clean = maskSecretsIn(shown);
  return clean === shown ? tool : { ...tool, ...clean };
}

/** Masks secrets in the outcome of a tool or a policy. */
export function maskOutcome(outcome: ToolOutcome): ToolOutcome {
  const mask = secretMask(outcome);
  if (mask === undefined) return outcome;
  if (outcome.error !== null) {
    const error = mask(outcome.error);
    return error === outcome.error ? outcome : { ...outcome, error };
  }
  const result = redactJson(outcome.result, mask);
  const content = outcome.content && redactParts(outcome.content, mask);
  return result === outcome.result && content === outcome.content
    ? outcome
    : { ...outcome, result, ...(content && { content }) };
}
