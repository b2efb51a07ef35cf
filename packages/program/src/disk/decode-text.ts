/** Decodes a file as the compiler does: as UTF-16 if it starts with a UTF-16 byte order mark, otherwise as UTF-8. */
export function decodeText(bytes: Buffer): string {
  const [first, second, third] = bytes;
  if (first === 0xfe && second === 0xff) {
    const even = bytes.subarray(2, bytes.length & ~1);
    return Buffer.from(even).swap16().toString('utf16le');
  }
  if (first === 0xff && second === 0xfe) return bytes.toString('utf16le', 2);
  return bytes.toString('utf8', first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0);
}
