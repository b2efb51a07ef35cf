import { createHash, timingSafeEqual } from 'node:crypto';

/** Reads the token from the `Authorization` header. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Compares two strings in constant time, by comparing digests of equal length. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** Whether a token can be sent in a header. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
