import { createHash, timingSafeEqual } from 'node:crypto';

/** The token of the header `Authorization`. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** Compares digests, which have equal lengths, in constant time. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** Whether clients can send a token in a header. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
