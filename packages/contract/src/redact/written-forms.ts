/** Shorter secrets may be ordinary words. */
export const MIN_LENGTH = 8;
const BASE64_BITS = 6;

/** How a secret is written: plain, in JSON and JSON within JSON, in URLs and forms, in HTML, and in base64, also as a part of more bytes. */
export function writtenForms(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const encoded = encode(secret);
  const forms = [
    secret,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    encoded,
    new URLSearchParams({ a: secret }).toString().slice(2),
    escapeMarkup(secret),
    // A few letters could be anything.
    ...(secret.length < MIN_LENGTH ? [] : inBase64(secret)),
  ];
  return [...new Set(forms)];
}

/** Lone surrogates have no URL-encoded form. */
function encode(secret: string): string {
  return encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd'));
}

function escapeMarkup(secret: string): string {
  return secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Three bytes become four letters, so the letters depend on the number of bytes before: `user:password` in a `Basic` header. */
function inBase64(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return [0, 1, 2].flatMap((before) => {
    const bits = (before + bytes.length) * 8;
    const first = Math.ceil((before * 8) / BASE64_BITS);
    const letters = btoa('\0'.repeat(before) + binary).slice(first, Math.floor(bits / BASE64_BITS));
    return [letters, letters.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
