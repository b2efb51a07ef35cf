import type { Joint } from './guides.js';
import type { Progress } from './progress/read-progress.js';
import type { FormattedValue } from './text/format-value.js';

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
  /** How the entry is connected to the calls of the same reply. */
  readonly call?: Joint;
  /** The progress of a call, which a terminal shows as a bar that is rewritten. */
  readonly progress?: { readonly callId: string; readonly name: string; readonly value: Progress };
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

/** Creates an entry for a value that may have been shortened already. */
export function fitted(label: string, style: Style, { text, isCut }: FormattedValue, title?: string): Entry {
  return isCut ? line(label, style, text, title) : long(label, style, text, title);
}
