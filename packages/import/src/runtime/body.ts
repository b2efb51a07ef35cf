import { queryPairs } from './parameters.js';

/** A body with its media type. */
export interface Body {
  readonly type: string;
  readonly value: unknown;
}

/** Returns what `fetch` sends, with the header that goes with it; a form with files gets its header from `fetch`. */
export function writeBody({ type, value }: Body): {
  readonly body?: string | URLSearchParams | FormData | Blob;
  readonly contentType?: string;
} {
  if (value === undefined) return {};
  if (isJsonType(type)) return { body: JSON.stringify(value, base64Bytes), contentType: type };
  if (type.startsWith('multipart/')) return { body: toForm(value) };
  if (type === 'application/x-www-form-urlencoded') {
    const pairs = Object.entries(Object(value)).flatMap(([name, member]) => queryPairs(name, member));
    return {
      body: new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text])),
      contentType: type,
    };
  }
  if (value instanceof Uint8Array) return { body: new Blob([value.slice()]), contentType: type };
  return { body: typeof value === 'string' ? value : JSON.stringify(value), contentType: type };
}

/** Whether a media type is JSON, such as `application/problem+json; charset=utf-8`. */
export function isJsonType(type: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(type);
}

/** Bytes are base64 in JSON. */
function base64Bytes(_key: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  const pieces: string[] = [];
  for (let at = 0; at < value.length; at += CHUNK)
    pieces.push(String.fromCharCode(...value.subarray(at, at + CHUNK)));
  return btoa(pieces.join(''));
}

/** Calls take a limited number of arguments. */
const CHUNK = 8192;

function toForm(value: unknown): FormData {
  const form = new FormData();
  const add = (name: string, part: unknown): void => {
    if (part === undefined) return;
    if (Array.isArray(part)) for (const each of part) add(name, each);
    else if (part instanceof Uint8Array) form.append(name, new Blob([part.slice()]), name);
    else if (typeof part === 'object' && part !== null)
      form.append(name, new Blob([JSON.stringify(part)], { type: 'application/json' }));
    else form.append(name, String(part));
  };
  for (const [name, part] of Object.entries(Object(value))) add(name, part);
  return form;
}

/** Returns undefined for an object all of whose members are undefined, so that no body is sent. */
export function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.values(value).every((member) => member === undefined) ? undefined : value;
}
