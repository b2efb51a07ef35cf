import { createRedaction, type Redaction, type RedactRules } from '@toolwright/redaction';
import type { Environment } from './terminal.js';

export interface RedactOptions {
  /**
   * Names of members and patterns of secrets to leave out. The values of environment variables such as `GITHUB_TOKEN`, of members such as
   * `apiKey`, and keys of well-known form are always left out. False writes everything.
   */
  readonly redact?: RedactRules | false | undefined;
}

/** The redaction of a logger. */
export function loggerRedaction({ redact }: RedactOptions, env: Environment = process.env): Redaction {
  return redact === false ? EVERYTHING : createRedaction({ env, rules: redact });
}

const EVERYTHING: Redaction = {
  isSecret: () => false,
  redact: (text) => text,
  redactLines: (text) => text,
  redactMember: (_name, value) => value,
  stream: () => ({ push: (piece) => piece, end: () => '' }),
};
