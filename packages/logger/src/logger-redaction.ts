import { type Environment, environment } from '@toolwright/contract';
import { createRedaction, type Redaction, type RedactRules } from '@toolwright/redaction';

export interface RedactOptions {
  /**
   * The names of members and patterns of secrets to omit. Always omits the values of environment variables such as `GITHUB_TOKEN` and of
   * members such as `apiKey`, and keys in well-known formats. False disables redaction.
   */
  readonly redact?: RedactRules | false | undefined;
}

/** Returns the redaction of a logger. */
export function loggerRedaction({ redact }: RedactOptions, env: Environment = environment()): Redaction {
  return redact === false ? EVERYTHING : createRedaction({ env, rules: redact });
}

const EVERYTHING: Redaction = {
  isSecret: () => false,
  redact: (text) => text,
  redactLines: (text) => text,
  redactBody: (text) => text,
  redactMember: (_name, value) => value,
  stream: () => ({ push: (piece) => piece, end: () => '' }),
};
