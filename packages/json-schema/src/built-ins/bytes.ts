import { fromBase64, ownBytes, toBase64 } from '@toolwright/contract';
import { builtInTypes } from '@toolwright/json';
import type { ScalarBuiltIn } from './built-in.js';

/**
 * Bytes as base64 with padding. Any other encoding of the same bytes is refused. Decoding returns a `Buffer`, which is a `Uint8Array`,
 * with its own memory: `.buffer` contains only these bytes. Platforms without `Buffer` get a `Uint8Array`.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export const bytes: ScalarBuiltIn = {
  typeNames: ['Uint8Array', 'Buffer'],
  schema: { type: 'string', contentEncoding: 'base64' },
  is: builtInTypes.isUint8Array,
  decode: (value, trail) => {
    const decoded = typeof value === 'string' ? fromBase64(value) : undefined;
    if (decoded === undefined || toBase64(decoded) !== value) {
      return trail.refuse('base64 with padding, such as "aGVsbG8="', value);
    }
    return ownBytes(decoded);
  },
  encode: (value, trail) =>
    builtInTypes.isUint8Array(value) ? toBase64(value) : trail.refuse('a Uint8Array', value),
};
