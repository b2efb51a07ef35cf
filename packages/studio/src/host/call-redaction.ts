import type { JsonObject } from '@toolwright/contract';
import { createRedaction, type Redaction } from '@toolwright/redaction';
import { secretNames } from '../record/secret-names.js';

/** The minimum length of a secret, because shorter values can be ordinary words such as `yes`. */
const MIN_LENGTH = 4;
/** The maximum length of a secret, because longer values are documents. */
const MAX_LENGTH = 16_000;
const MAX_TEXTS = 100;
/** The maximum number of argument values that are examined. */
const MAX_VALUES = 10_000;

/**
 * Creates the redaction for everything that a call returns. It also masks the values of the call's own secret arguments wherever they
 * occur; values of 4 to 7 characters only as whole words.
 */
export function callRedaction(args: JsonObject, schema: unknown, redaction: Redaction): Redaction {
  const names = secretNames(schema);
  const secrets = secretValues(args, (name) => names.has(name) || redaction.isSecret(name));
  if (secrets.length === 0) return redaction;
  const own = createRedaction({ env: process.env, secrets });
  return {
    ...own,
    redactMember(name, value) {
      const shown = own.redactMember(name, value);
      if (typeof shown !== 'number') return shown;
      const text = own.redact(String(shown));
      return text === String(shown) ? shown : text;
    },
  };
}

/** Collects the strings and numbers in secret members, at any depth. */
function secretValues(args: JsonObject, isSecret: (name: string) => boolean): string[] {
  const texts = new Set<string>();
  const waiting: { readonly value: unknown; readonly isHidden: boolean }[] = [
    { value: args, isHidden: false },
  ];
  for (let count = 0; count < MAX_VALUES && texts.size < MAX_TEXTS; count++) {
    const next = waiting.pop();
    if (next === undefined) break;
    const { value, isHidden } = next;
    if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      for (const [name, member] of Object.entries(value)) {
        waiting.push({ value: member, isHidden: isHidden || (!isList && isSecret(name)) });
      }
    } else if (isHidden && (typeof value === 'string' || typeof value === 'number')) {
      const text = String(value).trim();
      if (text.length >= MIN_LENGTH && text.length <= MAX_LENGTH) texts.add(text);
    }
  }
  return [...texts];
}
