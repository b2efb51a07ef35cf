/** A log entry. Its strings are raw; the writer makes them safe. */
export interface Entry {
  readonly label: string;
  readonly style: Style;
  readonly text: string;
  /** Written before the text. Never truncated. */
  readonly title?: string;
  /** Whether to truncate the text to the length that the options allow. */
  readonly long?: boolean;
  /** Whether the text continues the open entry with the same label. */
  readonly piece?: boolean;
  /** Whether to draw a rule across the page that contains the label. */
  readonly rule?: boolean;
  /** Whether to write an empty line before the entry if only one run is active. */
  readonly gap?: boolean;
}

/** The style of text. {@link Palette} contains the colours. */
export type Style = 'user' | 'quiet' | 'reasoning' | 'call' | 'result' | 'error' | 'assistant' | 'notice';

export function line(label: string, style: Style, text = '', title?: string): Entry {
  return { label, style, text, ...(title !== undefined && { title }) };
}

/** Creates an entry whose text may be long. */
export function long(label: string, style: Style, text: string, title?: string): Entry {
  return { ...line(label, style, text, title), long: true };
}
