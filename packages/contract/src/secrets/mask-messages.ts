import type { Message } from '../messages.js';
import { redactJson } from '../redact/redact-json.js';
import { redactMessage, redactParts } from '../redact/redact-message.js';
import type { ToolOutcome } from '../tools.js';
import { hasSecrets, maskSecrets } from './mask-secrets.js';

/** JSON without the texts of secrets; the same value if it has none. */
export function maskSecretsIn<T>(value: T): T {
  return hasSecrets() ? redactJson(value, maskSecrets) : value;
}

/** The messages of a request; the same list if it has no secret. */
export function maskMessages(messages: readonly Message[]): readonly Message[] {
  if (!hasSecrets()) return messages;
  const masked = messages.map((message) => redactMessage(message, maskSecrets));
  return masked.every((message, index) => message === messages[index]) ? messages : masked;
}

/** What a tool or a policy gave. */
export function maskOutcome(outcome: ToolOutcome): ToolOutcome {
  if (!hasSecrets()) return outcome;
  if (outcome.error !== null) {
    const error = maskSecrets(outcome.error);
    return error === outcome.error ? outcome : { ...outcome, error };
  }
  const result = redactJson(outcome.result, maskSecrets);
  const content = outcome.content && redactParts(outcome.content, maskSecrets);
  return result === outcome.result && content === outcome.content
    ? outcome
    : { ...outcome, result, ...(content && { content }) };
}
