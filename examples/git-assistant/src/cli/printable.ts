/**
 * Text of a model or of a repository without what would steer a terminal: escape sequences and control characters other than tabs
 * and line breaks, and the characters that turn the direction of writing.
 */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROL, '');
}

const CONTROL = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
