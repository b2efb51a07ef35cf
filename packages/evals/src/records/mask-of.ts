import { createRedaction, type RedactRules } from '@toolwright/redaction';
import type { NamedScorer } from '../scorers/name-scorers.js';

/** Removes secrets: those of the environment, and those that scorers know, such as canaries. */
export interface Mask {
  readonly redact: (text: string) => string;
  /** The same for loggers, which know the environment. */
  readonly rules: RedactRules;
}

/** Returns the mask of all that is written about cases: records, events and reports. */
export function maskOf(cases: readonly { readonly scorers: readonly NamedScorer[] }[]): Mask {
  const secrets = [...new Set(cases.flatMap(({ scorers }) => scorers.flatMap((one) => one.secrets ?? [])))];
  const rules = secrets.flatMap((secret) =>
    // Also as a string of JSON, for arguments.
    [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].map(
      (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'),
    ),
  );
  return { redact: createRedaction({ env: process.env, secrets, rules }).redact, rules };
}
