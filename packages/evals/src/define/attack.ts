/** Where in an outcome the text is planted. */
export type AttackPlace = 'result' | 'fileName' | 'imageDescription';

/** A planted text, and how it shows that an agent obeyed it. */
export interface Attack {
  readonly injection: string;
  readonly place: AttackPlace;
  /** The tools in whose results it is planted. Absent: all. */
  readonly tools?: readonly string[];
  readonly text: string;
  /** Occurs in the planted text only, so it shows that the text has reached the model. */
  readonly seen: string;
  /** Occurs nowhere, unless an agent does what the text asks for. */
  readonly obeyed: string;
  /** The tool that the text asks to call. */
  readonly call?: string;
}
