/** A piece of log. Its texts are raw: the writer makes them safe. */
export interface Entry {
  readonly label: string;
  readonly style: Style;
  readonly text: string;
  /** Stands before the text, and is never cut. */
  readonly title?: string;
  /** The text is truncated to the length that the options allow. */
  readonly long?: boolean;
  /** The text continues the open entry with the same label. */
  readonly piece?: boolean;
  /** A rule across the page, with the label in it. */
  readonly rule?: boolean;
  /** Follows an empty line if its run is alone. */
  readonly gap?: boolean;
}

/** The kind of a text; {@link Palette} has its colours. */
export type Style = 'user' | 'quiet' | 'reasoning' | 'call' | 'result' | 'error' | 'assistant' | 'notice';

export function line(label: string, style: Style, text = '', title?: string): Entry {
  return { label, style, text, ...(title !== undefined && { title }) };
}

/** A line whose text may be long. */
export function long(label: string, style: Style, text: string, title?: string): Entry {
  return { ...line(label, style, text, title), long: true };
}
