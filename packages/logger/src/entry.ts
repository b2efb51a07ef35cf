/** One thing to show: a label in the left column, its text beside it. Text is raw; the writer makes it safe. */
export interface Entry {
  readonly label: Label;
  readonly style: Style;
  readonly text: string;
}

export type Label =
  | 'User'
  | 'System'
  | 'LLM call'
  | 'Reasoning'
  | 'Assistant'
  | 'Refused'
  | 'Requested'
  | 'Finish'
  | 'Tool call'
  | 'Progress'
  | 'Result'
  | 'Repeated'
  | 'Error'
  | 'Compacted'
  | 'Handoff'
  | 'Approval'
  | 'Warning'
  | 'Retry'
  | 'Done'
  | 'Stopped'
  | 'Aborted'
  | 'Paused'
  | 'Failed'
  | 'Phase'
  | 'Context'
  | 'Request'
  | 'Timer'
  | 'Response'
  | 'Parsed';

/** What a text is; {@link Palette} says in which colours. */
export type Style = 'user' | 'quiet' | 'reasoning' | 'call' | 'result' | 'error' | 'assistant' | 'notice';

/** Columns of the label column, with the gap: the longest label has nine letters. */
export const LABEL_COLUMNS = 11;
