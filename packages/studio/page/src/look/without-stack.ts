/** The text of an error up to the first place of its stack, in the form in which Node.js writes it. */
export function withoutStack(text: string): string {
  const start = text.indexOf('\n    at ');
  return start === -1 ? text : text.slice(0, start);
}
