/** Encodes bytes as base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  if (BUFFER !== undefined) {
    return BUFFER.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(text);
}

/**
 * Decodes base64 in both alphabets, with or without padding, at which it ends. Ignores other characters. Returns a `Buffer` where there are any. Its memory
 * may be shared.
 */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  if (BUFFER !== undefined) return BUFFER.from(base64, 'base64');
  const [start = ''] = base64.split('=', 1);
  const plain = start
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  // A single character of the last four has no whole byte.
  const text = atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain);
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Returns bytes with memory of their own: a `Buffer` where there are any. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const memory = new ArrayBuffer(bytes.length);
  const own = BUFFER === undefined ? new Uint8Array(memory) : BUFFER.from(memory);
  own.set(bytes);
  return own;
}

/** Returns the base64 of a text in UTF-8. */
export function textToBase64(text: string): string {
  return toBase64(new TextEncoder().encode(text));
}

/** Returns the text behind the base64 of UTF-8. Keeps a byte order mark. */
export function textFromBase64(base64: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(fromBase64(base64));
}

const { Buffer: BUFFER } = globalThis as { readonly Buffer?: typeof Buffer };

/** The number of bytes that fit into the arguments of one call. */
const CHUNK = 8_192;
