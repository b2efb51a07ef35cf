import { isObject, type ParameterForm, pairsOf, styled } from './parameters.js';

/** A body with its media type. */
export interface Body {
  readonly type: string;
  readonly value: unknown;
  /** How members of a form are written, where it is not as usual. */
  readonly forms?: Readonly<Record<string, ParameterForm>>;
}

/**
 * Returns what `fetch` sends, with the header that goes with it; a form with files gets its header from `fetch`.
 * @param refuse receives why a value cannot be sent
 */
export function writeBody(
  { type, value, forms = {} }: Body,
  refuse: (reason: string) => never,
): {
  readonly body?: string | URLSearchParams | FormData | Blob;
  readonly contentType?: string;
} {
  if (value === undefined) return {};
  if (isJsonType(type)) return { body: JSON.stringify(value, base64Bytes), contentType: type };
  const isForm = type === 'application/x-www-form-urlencoded';
  if (isForm || type.startsWith('multipart/')) {
    const members = isObject(value) ? value : refuse(`a body of the type ${type} must be an object`);
    if (!isForm) return { body: toForm(members, forms) };
    const fields = Object.entries(members).map(([name, member]) => {
      const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
      return [name, form === undefined ? member : styled(member, form)] as const;
    });
    const pairs = pairsOf('The body', Object.fromEntries(fields));
    return {
      body: new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text])),
      contentType: type,
    };
  }
  if (value instanceof Uint8Array) return { body: new Blob([value.slice()]), contentType: type };
  if (typeof value === 'object') refuse(`a body of the type ${type} must be a text or bytes`);
  return { body: String(value), contentType: type };
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

function toForm(value: object, forms: Body['forms'] & object): FormData {
  const form = new FormData();
  const add = (name: string, part: unknown): void => {
    const { contentType: type } = (Object.hasOwn(forms, name) ? forms[name] : undefined) ?? {};
    const blob = (content: string | Uint8Array<ArrayBuffer>, otherwise?: string): Blob =>
      new Blob([content], { type: type ?? otherwise ?? '' });
    if (part === undefined) return;
    if (Array.isArray(part)) for (const each of part) add(name, each);
    else if (part instanceof Uint8Array) form.append(name, blob(part.slice()), name);
    else if (typeof part === 'object' && part !== null)
      form.append(name, blob(JSON.stringify(part, base64Bytes), 'application/json'));
    else if (type !== undefined) form.append(name, blob(String(part)));
    else form.append(name, String(part));
  };
  for (const [name, part] of Object.entries(value)) add(name, part);
  return form;
}

/** Returns undefined for an object all of whose members are undefined, so that no body is sent. */
export function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.values(value).every((member) => member === undefined) ? undefined : value;
}
