import { ToolwrightError } from './errors.js';

/**
 * Returns a random UUID (version 4). Pages that were loaded without TLS have no `crypto.randomUUID`, but random values.
 * @throws ToolwrightError `UNSUPPORTED` on a platform without `crypto`
 */
export function randomUuid(): string {
  const { crypto } = globalThis as { readonly crypto?: Partial<typeof globalThis.crypto> };
  if (crypto?.randomUUID !== undefined) return crypto.randomUUID();
  const bytes = randomBytes(16);
  bytes.set([0x40 | ((bytes[6] ?? 0) & 0x0f)], 6);
  bytes.set([0x80 | ((bytes[8] ?? 0) & 0x3f)], 8);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** @throws ToolwrightError `UNSUPPORTED` on a platform without `crypto` */
export function randomBytes(length: number): Uint8Array {
  const { crypto } = globalThis as { readonly crypto?: typeof globalThis.crypto };
  if (crypto !== undefined) return crypto.getRandomValues(new Uint8Array(length));
  const hint = 'Set `globalThis.crypto` to an implementation of Web Crypto before the first call.';
  throw new ToolwrightError('UNSUPPORTED', `This platform has no 'crypto', which makes random ids. ${hint}`, {
    blame: 'developer',
    hint,
  });
}
