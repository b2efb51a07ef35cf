/**
 * Text of a model or of a repository without what would steer a terminal: escape sequences and control characters other than tabs
 * and line breaks, and the characters that turn the direction of writing.
 */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROL, '');
}

/** A value as JSON of several lines, in which what would steer a terminal is escaped: the value stays the same. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  return `${json.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

const CONTROL = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;
