import { isRecord, type JsonObject, type Redaction } from '@toolwright/contract';
import { boundValue } from '../record/bound-value.js';

const MAX_ARGUMENTS = 200_000;

/** Arguments as they are shown and kept: without secrets, also those that only the schema calls so, and of bounded size. */
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
  return isRecord(value) ? (value as JsonObject) : {}; // a copy of an object is one
}

/** The members, at any depth, that a schema marks with `writeOnly` or with the format `password`. */
function secretNames(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const waiting: unknown[] = [schema];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (isRecord(one) && isRecord(one.properties)) {
      for (const [name, member] of Object.entries(one.properties)) if (isSecret(member)) names.add(name);
    }
    waiting.push(...Object.values(one));
  }
  return names;
}

function isSecret(schema: unknown): boolean {
  return isRecord(schema) && (schema.writeOnly === true || schema.format === 'password');
}
