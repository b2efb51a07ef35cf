/** A log entry. Its strings are raw: the writer makes them safe. */
export interface Entry {
  readonly label: string;
  readonly style: Style;
  readonly text: string;
  /** Written before the text, and never truncated. */
  readonly title?: string;
  /** True to truncate the text to the length that the options allow. */
  readonly long?: boolean;
  /** True if the text continues the open entry with the same label. */
  readonly piece?: boolean;
  /** True for a rule across the page that contains the label. */
  readonly rule?: boolean;
  /** True to write an empty line before the entry if only one run is active. */
  readonly gap?: boolean;
}

/** The kind of a text; {@link Palette} has its colours. */
export type Style = 'user' | 'quiet' | 'reasoning' | 'call' | 'result' | 'error' | 'assistant' | 'notice';

export function line(label: string, style: Style, text = '', title?: string): Entry {
  return { label, style, text, ...(title !== undefined && { title }) };
}

/** Creates an entry whose text may be long. */
export function long(label: string, style: Style, text: string, title?: string): Entry {
  return { ...line(label, style, text, title), long: true };
}
