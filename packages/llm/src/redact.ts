const REPLACEMENT = '[redacted]';

/** Things that look like keys of the known providers, whoever they belong to. */
const KEY_PATTERNS = [
  /\b(?:sk|gsk|xai|pk|rk)[-_][A-Za-z0-9_-]{8,}/g,
  /\bAIza[A-Za-z0-9_-]{20,}/g,
  /(\bBearer )[^\s"',;]+/gi,
];

/** Takes text that may hold secrets and gives it back without them. */
export type Redactor = (text: string) => string;

/** A redactor for these secrets, in plain and in URL-encoded form, and for whatever looks like a provider's key. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const patterns = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [...new Set([secret, encodeURIComponent(secret)])])
    .map(toPattern);
  return (text) => {
    let result = text;
    for (const pattern of patterns) result = result.replace(pattern, REPLACEMENT);
    for (const pattern of KEY_PATTERNS) {
      result = result.replace(pattern, (_match, prefix: unknown) =>
        typeof prefix === 'string' ? prefix + REPLACEMENT : REPLACEMENT,
      );
    }
    return result;
  };
}

/**
 * A copy of an error that holds nothing but redacted text: name, message, `code`, stack, and up to three causes.
 * Errors of SDKs and of `fetch` may carry requests with their headers.
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

/** Also true for errors of another realm, which are not instances of this one's `Error`. */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null) return false;
  return 'message' in value && typeof value.message === 'string' && 'name' in value;
}

/** A short secret is replaced only where it stands alone: a key `a` must not eat every `a` of a message. */
function toPattern(secret: string): RegExp {
  const escaped = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(secret.length < 8 ? `(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])` : escaped, 'g');
}
