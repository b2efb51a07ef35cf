import { jsonText } from './exact-json.js';
import { kindOf, sentType } from './media-kind.js';
import { writeMultipart } from './multipart.js';
import { pairsOf, pairText } from './pairs.js';
import { isObject, type ParameterForm, styled, textOf, within } from './parameters.js';

/** A body with its media type. */
export interface Body {
  readonly type: string;
  readonly value: unknown;
  /** How members of a form are written, where it is not as usual. */
  readonly forms?: Readonly<Record<string, ParameterForm>>;
}

/**
 * Returns what `fetch` sends, with the header that goes with it.
 * @throws Error for a value that cannot be sent
 */
export function writeBody(
  operation: string,
  { type, value, forms = {} }: Body,
): { readonly body?: string | Blob; readonly contentType?: string } {
  const refuse = (needed: string): never => {
    throw new Error(`${operation}: a body of the type ${type} must be ${needed}.`);
  };
  if (value === undefined) return {};
  const kind = kindOf(type, value instanceof Uint8Array);
  const contentType = sentType(type, kind);
  if (kind === 'json') return { body: within(`${operation}: the body`, () => jsonText(value)), contentType };
  if (kind === 'form' || kind === 'multipart') {
    const members = isObject(value) ? value : refuse('an object');
    return kind === 'multipart'
      ? writeMultipart(operation, members, forms)
      : { body: formText(operation, members, forms), contentType };
  }
  if (value instanceof Uint8Array) return { body: new Blob([value.slice()]), contentType };
  if (typeof value === 'object') refuse('a text or bytes');
  return { body: within(`${operation}: the body`, () => textOf(value)), contentType };
}

function formText(operation: string, members: object, forms: Body['forms'] & object): string {
  const fields = Object.entries(members).map(([name, member]) => {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    return [name, form === undefined ? member : styled(member, form)] as const;
  });
  return pairsOf(operation, Object.fromEntries(fields)).map(pairText).join('&');
}

/** Returns undefined for an object all of whose members are undefined, so that no body is sent. */
export function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.values(value).every((member) => member === undefined) ? undefined : value;
}
