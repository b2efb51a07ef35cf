/** Returns the length as defined by JSON Schema, where a surrogate pair or a lone surrogate is one character. Performance-critical. */
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
