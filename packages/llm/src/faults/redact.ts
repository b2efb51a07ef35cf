import { createRedaction } from '@toolwright/redaction';

export type Redactor = (text: string) => string;

/** Creates a redactor for the given secrets and for text that looks like a secret. */
export function createRedactor(secrets: readonly string[]): Redactor {
  return createRedaction({ secrets }).redact;
}

/**
 * Copies an error with redacted text only: name, message, `code`, stack, and up to three causes. Errors from SDKs and `fetch` may
 * contain requests with their headers.
 */
export function redactError(thrown: unknown, redact: Redactor, depth = 3): Error | undefined {
  if (thrown === undefined || thrown === null || depth === 0) return undefined;
  if (!isErrorLike(thrown)) return new Error(redact(String(thrown)));
  const cause = redactError(thrown.cause, redact, depth - 1);
  const copy = new Error(redact(thrown.message), cause && { cause });
  copy.name = thrown.name;
  if (typeof thrown.stack === 'string') copy.stack = redact(thrown.stack);
  if (typeof thrown.code === 'string') Object.assign(copy, { code: redact(thrown.code) });
  return copy;
}

interface ErrorLike extends Error {
  readonly code?: unknown;
}

/** Whether a value is an error. Does not use `instanceof`, which fails for an error from another realm. */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null) return false;
  return 'message' in value && typeof value.message === 'string' && 'name' in value;
}
