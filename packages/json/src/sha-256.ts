import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return bytesToHex(hash(utf8ToBytes(text)));
}

/** Returns the HMAC with SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function hmacSha256(key: string | Uint8Array, text: string): string {
  return bytesToHex(hmac(hash, typeof key === 'string' ? utf8ToBytes(key) : key, utf8ToBytes(text)));
}
