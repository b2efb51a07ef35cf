/**
 * Removes from a text of a model or a repository everything that controls a terminal: escape sequences, control characters other than tabs
 * and line breaks, and characters that change the writing direction.
 */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROL, '');
}

/** A value as indented JSON. What controls a terminal or a CI job is escaped, so the value stays the same. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  return `${json.replace(IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

const CONTROL = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;
/** In the log of a job, `##[` begins a command anywhere in a line. */
const IN_JSON = new RegExp(`${CONTROL.source}|#(?=#\\[)`, 'gu');
