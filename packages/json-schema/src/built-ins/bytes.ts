import { types } from 'node:util';
import type { ScalarBuiltIn } from './built-in.js';

/**
 * Bytes as base64 with padding. Any other encoding of the same bytes is refused. Decoding returns a `Buffer`, which is a `Uint8Array`,
 * with its own memory: `.buffer` contains only these bytes.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export const bytes: ScalarBuiltIn = {
  typeNames: ['Uint8Array', 'Buffer'],
  schema: { type: 'string', contentEncoding: 'base64' },
  is: types.isUint8Array,
  decode: (value, trail) => {
    const decoded = typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
    if (decoded === undefined || decoded.toString('base64') !== value) {
      return trail.refuse('base64 with padding, such as "aGVsbG8="', value);
    }
    const own = Buffer.from(new ArrayBuffer(decoded.length));
    own.set(decoded);
    return own;
  },
  encode: (value, trail) =>
    types.isUint8Array(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
      : trail.refuse('a Uint8Array', value),
};
