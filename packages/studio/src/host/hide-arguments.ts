import { isRecord, type JsonObject } from '@toolwright/contract';
import type { Redaction } from '@toolwright/redaction';
import { boundValue } from '../record/bound-value.js';
import { secretNames } from '../record/secret-names.js';

const MAX_ARGUMENTS = 200_000;

/** Returns arguments for display and storage: bounded in size and without secrets, including those that only the schema declares. */
export function hideArguments(args: JsonObject, schema: unknown, redaction: Redaction): JsonObject {
  const names = secretNames(schema);
  const own: Redaction =
    names.size === 0
      ? redaction
      : {
          ...redaction,
          isSecret: (name) => names.has(name) || redaction.isSecret(name),
          redactMember: (name, value) =>
            names.has(name) && value !== null ? '[redacted]' : redaction.redactMember(name, value),
        };
  const { value } = boundValue(args, MAX_ARGUMENTS, own);
  return isRecord(value) ? (value as JsonObject) : {}; // the copy of an object is also an object
}
