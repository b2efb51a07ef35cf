/** The minimum length of a secret to search for anywhere. Shorter secrets may be ordinary words. */
export const MIN_LENGTH = 8;
const BASE64_BITS = 6;

/**
 * Returns the forms in which a secret may be written: plain, with Windows line endings, in JSON and JSON within JSON, in URLs and forms, in
 * HTML, as hexadecimal digits, and as base64, even within other data. In URLs, hexadecimal digits and base64, the secret may also be
 * JSON-escaped.
 */
export function writtenForms(secret: string): string[] {
  const forms = new Set<string>();
  for (const text of withLineEnds(secret)) {
    const quoted = quotedText(text);
    const parts = [text, ...inJson(text), ...inAddresses(text), ...inAddresses(quoted), ...inMarkup(text)];
    for (const form of parts) forms.add(form);
    // The encoded form of a short secret could match by chance.
    if (secret.length < MIN_LENGTH) continue;
    for (const one of new Set([text, quoted])) for (const form of inBytes(one)) forms.add(form);
  }
  return [...forms];
}

function withLineEnds(secret: string): string[] {
  if (!secret.includes('\n')) return [secret];
  const lines = secret.split(/\r?\n/);
  return [secret, lines.join('\n'), lines.join('\r\n')];
}

/** Returns the JSON forms that JavaScript, Python, PHP, Go and .NET produce. */
function inJson(secret: string): string[] {
  const quoted = quotedText(secret);
  const lower = [
    quoted,
    escapeCodes(quoted.replaceAll('\\"', '\\u0022'), BOTH),
    escapeCodes(quoted, NOT_ASCII),
    escapeCodes(quoted, MARKUP),
    escapeCodes(quoted, BOTH),
  ];
  const cased = lower.flatMap((form) => [form, toUpperCodes(form)]);
  const written = cased.flatMap((form) => [form, form.replaceAll('/', '\\/')]);
  return written.flatMap((form) => [form, quotedText(form)]);
}

function quotedText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const NOT_ASCII = /[^\0-\x7f]/g;
const MARKUP = /[<>&]/g;
const BOTH = /[^\0-\x7f]|[<>&'+]/g;

function escapeCodes(text: string, characters: RegExp): string {
  const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(characters, codeOf);
}

function toUpperCodes(text: string): string {
  return text.replace(/\\u([\da-f]{4})/g, (_, code: string) => `\\u${code.toUpperCase()}`);
}

/** Returns the forms in which the parts of a URL may contain a secret. Functions differ in the characters that they encode. */
function inAddresses(secret: string): string[] {
  // Lone surrogates have no URL-encoded form.
  const text = secret.replace(/\p{Surrogate}/gu, '\ufffd');
  const component = encodeURIComponent(text);
  const url = new URL('http://host');
  url.username = text;
  url.pathname = `/${text}`;
  url.search = text;
  url.hash = text;
  const other = new URL('other:path');
  other.search = text;
  const encoded = [
    component,
    component.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`),
    encodeURI(text),
    new URLSearchParams({ a: text }).toString().slice(2),
    url.username,
    url.pathname.slice(1),
    ...[url.search, url.hash, other.search].map((part) => part.slice(1)),
  ];
  // A URL omits line breaks and the `..` in a path. The remaining text could match by chance.
  const whole = encoded.filter((form) => form.length >= secret.length);
  return whole.flatMap((form) => [form, form.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())]);
}

/** Returns the HTML forms, with named and numeric character references. */
function inMarkup(secret: string): string[] {
  const decimal = (mark: string) => `&#${mark.charCodeAt(0)};`;
  const lower = (mark: string) => `&#x${mark.charCodeAt(0).toString(16)};`;
  const upper = (mark: string) => `&#x${mark.charCodeAt(0).toString(16).toUpperCase()};`;
  const numbered = [decimal, lower, upper].flatMap((codeOf) => [
    secret.replace(/[&<>"']/g, codeOf),
    secret.replace(/[^\da-z]/gi, codeOf),
  ]);
  return [...numbered, ...inNames(secret)];
}

function inNames(secret: string): string[] {
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = ['"', '&quot;', '&#34;'].map((quote) => text.replaceAll('"', quote));
  const all = ["'", '&#39;', '&#x27;', '&apos;'].flatMap((quote) =>
    quoted.map((form) => form.replaceAll("'", quote)),
  );
  // Handlebars also escapes `=` and the backtick.
  return all.flatMap((form) => [form, form.replaceAll('=', '&#x3D;').replaceAll('`', '&#x60;')]);
}

function inBytes(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex, hex.toUpperCase(), ...inBase64(bytes)];
}

/**
 * Returns the base64 forms. They depend on the number of preceding bytes, as in `user:password` in a `Basic` header, because 3 bytes become
 * 4 letters.
 */
function inBase64(bytes: Uint8Array): string[] {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return [0, 1, 2].flatMap((before) => {
    const bits = (before + bytes.length) * 8;
    const first = Math.ceil((before * 8) / BASE64_BITS);
    const letters = btoa('\0'.repeat(before) + binary).slice(first, Math.floor(bits / BASE64_BITS));
    return [letters, letters.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
