import { base64Bytes, formatCount } from '@toolwright/contract';

/** The run of characters that base64 consists of. It begins where no such character precedes, so that the search takes linear time. */
const BASE64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{1000,}={0,2}/g;
const KEPT = 40;

/** Shortens each long base64 text to its beginning and its size. */
export function shortenBase64(text: string): string {
  return text.replace(BASE64, (found) => {
    const kilobytes = (base64Bytes(found) / 1_000).toFixed(1);
    return `${found.slice(0, KEPT)}… (${formatCount(found.length, 'character')} of base64, ${kilobytes} kB)`;
  });
}
