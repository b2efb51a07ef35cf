import type { Redaction } from '@toolwright/redaction';

/** Copies a JSON value without secrets, including values of members with secret names. */
export function redactedCopy<T>(value: T, { redactMember }: Pick<Redaction, 'redactMember'>): T {
  // The type stays the same: texts remain texts, and the required members of these types do not have secret names.
  return JSON.parse(JSON.stringify(value, redactMember)) as T;
}
