import { jsonText } from './exact-json.js';
import { isObject, type ParameterForm, pairsOf, styled, textOf, within } from './parameters.js';

/** A body with its media type. */
export interface Body {
  readonly type: string;
  readonly value: unknown;
  /** How members of a form are written, where it is not as usual. */
  readonly forms?: Readonly<Record<string, ParameterForm>>;
}

/**
 * Returns what `fetch` sends, with the header that goes with it; a form with files gets its header from `fetch`.
 * @throws Error for a value that cannot be sent
 */
export function writeBody(
  operation: string,
  { type, value, forms = {} }: Body,
): {
  readonly body?: string | URLSearchParams | FormData | Blob;
  readonly contentType?: string;
} {
  const refuse = (needed: string): never => {
    throw new Error(`${operation}: a body of the type ${type} must be ${needed}.`);
  };
  if (value === undefined) return {};
  if (isJsonType(type))
    return { body: within(`${operation}: the body`, () => jsonText(value)), contentType: type };
  const isForm = type === 'application/x-www-form-urlencoded';
  if (isForm || type.startsWith('multipart/')) {
    const members = isObject(value) ? value : refuse('an object');
    if (!isForm) return { body: toForm(operation, members, forms) };
    const fields = Object.entries(members).map(([name, member]) => {
      const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
      return [name, form === undefined ? member : styled(member, form)] as const;
    });
    const pairs = pairsOf(operation, Object.fromEntries(fields));
    return {
      body: new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text])),
      contentType: type,
    };
  }
  if (value instanceof Uint8Array) return { body: new Blob([value.slice()]), contentType: type };
  if (typeof value === 'object') refuse('a text or bytes');
  return { body: within(`${operation}: the body`, () => textOf(value)), contentType: type };
}

/** Whether a media type is JSON, such as `application/problem+json; charset=utf-8`. */
export function isJsonType(type: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(type);
}

function toForm(operation: string, value: object, forms: Body['forms'] & object): FormData {
  const form = new FormData();
  const add = (name: string, part: unknown): void => {
    const { contentType: type } = (Object.hasOwn(forms, name) ? forms[name] : undefined) ?? {};
    const blob = (content: string | Uint8Array<ArrayBuffer>, otherwise?: string): Blob =>
      new Blob([content], { type: type ?? otherwise ?? '' });
    if (part === undefined) return;
    if (Array.isArray(part)) for (const each of part) add(name, each);
    else if (part instanceof Uint8Array) form.append(name, blob(part.slice()), name);
    else if (typeof part === 'object' && part !== null)
      form.append(name, blob(jsonText(part), 'application/json'));
    else if (type !== undefined) form.append(name, blob(textOf(part)));
    else form.append(name, textOf(part));
  };
  for (const [name, part] of Object.entries(value))
    within(`${operation}: the part ${JSON.stringify(name)}`, () => add(name, part));
  return form;
}

/** Returns undefined for an object all of whose members are undefined, so that no body is sent. */
export function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.values(value).every((member) => member === undefined) ? undefined : value;
}
