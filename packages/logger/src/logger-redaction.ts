import { createRedaction, type Redaction, type RedactRules } from '@toolwright/contract';
import type { Environment } from './terminal.js';

export interface RedactOptions {
  /**
   * What is not written, beside the values of environment variables such as `GITHUB_TOKEN`, of members such as `apiKey`, and keys of
   * well-known form: names of further members, and patterns of secrets. False writes everything. Default: nothing more.
   */
  readonly redact?: RedactRules | false | undefined;
}

/** What a logger leaves out. */
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
