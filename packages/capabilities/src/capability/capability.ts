/** A type of task that an agent can do, defined in a TOML file. */
export interface Capability {
  /** The name to pass to `executeTask`. */
  readonly name: string;
  readonly description: string;
  /** The part of the system prompt that describes the task. It is used verbatim: braces have no special meaning. */
  readonly taskPrompt: string;
  /** The name of an output of the agent, or `PlainText`. */
  readonly outputType: string;
  /** The file that defines the capability, for error messages. */
  readonly file: string;
}

/** The output type for answers in plain text. */
export const PLAIN_TEXT = 'PlainText';

/** The capability that contains the critic's instructions. Tasks cannot use it. */
export const VERIFY = 'verify';
