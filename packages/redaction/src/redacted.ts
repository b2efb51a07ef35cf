/** The replacement for a secret. */
export const REDACTED = '[redacted]';
