import type { Redaction } from '@toolwright/redaction';

/** A copy of a JSON value without secrets, also those that only the name of a member tells. */
export function redactedCopy<T>(value: T, { redactMember }: Pick<Redaction, 'redactMember'>): T {
  // Of the same form: texts stay texts, and members of our own types have no names of secrets.
  return JSON.parse(JSON.stringify(value, redactMember)) as T;
}
