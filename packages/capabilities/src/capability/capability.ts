/** A kind of task that an agent can do, as a TOML file describes it. */
export interface Capability {
  /** What `executeTask` asks for. */
  readonly name: string;
  readonly description: string;
  /** The part of the system prompt that says what to do. Taken as it is: braces have no meaning. */
  readonly taskPrompt: string;
  /** The name of an output of the agent, or `PlainText`. */
  readonly outputType: string;
  /** Where it is written, for errors. */
  readonly file: string;
}

/** The output type of answers without a form. */
export const PLAIN_TEXT = 'PlainText';

/** The capability that the critic works by; it cannot be asked for. */
export const VERIFY = 'verify';
