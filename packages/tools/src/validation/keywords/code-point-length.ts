/** Returns the length as JSON Schema counts it: a surrogate pair is one character, and so is half a pair. Performance matters here. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0xdc00 || code > 0xdfff) continue;
    const before = text.charCodeAt(index - 1);
    if (before >= 0xd800 && before <= 0xdbff) length -= 1;
  }
  return length;
}
