import { MarkedObject } from '../marked-object.js';
import type { Message } from '../messages.js';
import { type CleanText, redactJson } from '../redact/redact-json.js';
import { redactMessage, redactParts } from '../redact/redact-message.js';
import type { ToolOutcome } from '../tools.js';
import { knownSecrets } from './known-secrets.js';
import { secretMask } from './mask-secrets.js';

/** JSON without the texts of secrets; the same value if it has none. */
export function maskSecretsIn<T>(value: T): T {
  const mask = secretMask(value);
  return mask === undefined ? value : redactJson(value, mask);
}

/** The messages of a request; the same list if it has no secret. */
export function maskMessages(messages: readonly Message[]): readonly Message[] {
  const { version } = knownSecrets().index;
  const others = messages.filter((message) => !CleanMessage.is(message, version));
  const mask = others.length === 0 ? undefined : secretMask(others);
  if (mask === undefined) {
    for (const message of others) CleanMessage.mark(message);
    return messages;
  }
  const masked = messages.map((message) => maskMessage(message, mask));
  return masked.every((message, index) => message === messages[index]) ? messages : masked;
}

function maskMessage(message: Message, mask: CleanText): Message {
  if (CleanMessage.is(message, knownSecrets().index.version)) return message;
  const masked = redactMessage(message, mask);
  if (masked === message) CleanMessage.mark(message);
  return masked;
}

/** A message in which no secret was found, so that each request searches only the new ones. */
class CleanMessage extends MarkedObject {
  #version = knownSecrets().index.version;

  /** @param version of the texts that are searched for */
  static is(message: Message, version: number): boolean {
    return #version in message && message.#version === version;
  }

  /** Does nothing for a message that somebody can still change. */
  static mark(message: Message): void {
    if (#version in message) message.#version = knownSecrets().index.version;
    else if (isFrozen(message)) new CleanMessage(message);
  }
}

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozen);
}

/** What a tool or a policy gave. */
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
