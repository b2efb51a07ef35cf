/** Removes the stack from an error message in the format of Node.js. */
export function withoutStack(text: string): string {
  const start = text.indexOf('\n    at ');
  return start === -1 ? text : text.slice(0, start);
}
