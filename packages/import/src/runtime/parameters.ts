import { toBase64 } from '@toolwright/contract';
import { jsonText, numberProblem } from './exact-json.js';

/** A parameter in a form that is not the usual one of its place. */
export class Styled {
  constructor(
    readonly value: unknown,
    readonly form: ParameterForm,
  ) {}
}

/** How a parameter is written. `json`: as JSON text. */
export interface ParameterForm {
  readonly style?:
    | 'form'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'deepObject'
    | 'simple'
    | 'label'
    | 'matrix'
    | 'json';
  readonly explode?: boolean;
  /** Whether reserved characters of addresses are sent as they are. */
  readonly allowReserved?: boolean;
  /** The media type of a part of a form with files. */
  readonly contentType?: string;
}

/** The parameters of one place, by the names of the server. Undefined ones are not sent. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Gives a parameter a form other than the usual one of its place. */
export function styled(value: unknown, form: ParameterForm): Styled | undefined {
  return value === undefined ? undefined : new Styled(value, form);
}

/** Says in an error what cannot be sent. */
export function within<Value>(what: string, write: () => Value): Value {
  try {
    return write();
  } catch (error) {
    throw error instanceof RangeError ? new Error(`${what} ${error.message}`) : error;
  }
}

export function parameterOf(owner: string, name: string): string {
  return `${owner}: the parameter ${JSON.stringify(name)}`;
}

/** Writes a parameter of a path or a header; undefined if there is nothing to send. */
export function simpleText(
  owner: string,
  name: string,
  given: unknown,
  encode: (text: string) => string,
): string | undefined {
  return within(parameterOf(owner, name), () => plainText(name, given, encode));
}

function plainText(name: string, given: unknown, encode: (text: string) => string): string | undefined {
  const { value, form } = unwrap(given);
  const { style = 'simple', explode = false } = form;
  if (value !== undefined && style === 'json') return encode(jsonText(value));
  const present = withoutNulls(value);
  if (present === undefined) return undefined;
  const written = (item: unknown): string => encode(textOf(item));
  const [prefix, separator] = style === 'label' ? ['.', '.'] : style === 'matrix' ? [';', ';'] : ['', ','];
  const start = style === 'matrix' ? `;${name}=` : prefix;
  if (!Array.isArray(present) && !isObject(present)) return start + written(present);
  if (Array.isArray(present) && style === 'matrix' && explode)
    return present.map((item) => start + written(item)).join('');
  if (Array.isArray(present)) return start + joined(present.map(written), explode ? separator : ',');
  const members = Object.entries(present);
  if (!explode) return start + joined(members.flat().map(written), ',');
  return (
    prefix +
    joined(
      members.map(([key, member]) => `${written(key)}=${written(member)}`),
      separator,
    )
  );
}

/** Joins items. @throws RangeError for an item that the server would read as two */
export function joined(items: readonly string[], separator: string): string {
  if (items.some((item) => item.includes(separator)))
    throw new RangeError(
      `has an item with ${JSON.stringify(decodeURIComponent(separator))}, which separates items.`,
    );
  return items.join(separator);
}

/** Leaves out null and undefined, also as an item or a member; undefined if nothing is left. */
export function withoutNulls(value: unknown): unknown {
  const isPresent = (item: unknown): boolean => item !== undefined && item !== null;
  if (Array.isArray(value)) {
    const items = value.filter(isPresent);
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return value ?? undefined;
  const members = Object.entries(value).filter(([, member]) => isPresent(member));
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

export function unwrap(given: unknown): Styled {
  return given instanceof Styled ? given : new Styled(given, {});
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

/** @throws RangeError for a value that cannot be sent */
export function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return toBase64(value);
  if (typeof value === 'string' && !value.isWellFormed())
    throw new RangeError('has half of a surrogate pair, which cannot be sent.');
  const problem = numberProblem(value);
  if (problem !== undefined) throw new RangeError(`${problem}.`);
  return typeof value === 'object' ? jsonText(value) : String(value);
}
