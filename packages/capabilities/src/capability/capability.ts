/** A kind of task that an agent can do, as a TOML file describes it. */
export interface Capability {
  /** The name to pass to `executeTask`. */
  readonly name: string;
  readonly description: string;
  /** The part of the system prompt that says what to do. Used as written: braces have no meaning. */
  readonly taskPrompt: string;
  /** The name of an output of the agent, or `PlainText`. */
  readonly outputType: string;
  /** The file that defines it, for errors. */
  readonly file: string;
}

/** The output type of answers in plain text. */
export const PLAIN_TEXT = 'PlainText';

/** The capability that holds the critic's instructions. Tasks cannot ask for it. */
export const VERIFY = 'verify';
