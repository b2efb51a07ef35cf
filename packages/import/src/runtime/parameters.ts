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

/** Gives a parameter a form other than the usual one of its place. */
export function styled(value: unknown, form: ParameterForm): Styled | undefined {
  return value === undefined ? undefined : new Styled(value, form);
}

/** A name and a value that are sent, and the parameter that they are of. */
export type Pair = readonly [key: string, value: string, name: string];

/**
 * Writes query parameters or the fields of a form as pairs; none for undefined.
 * @param reserved names that no member of a parameter may have, either
 * @throws Error for a member of a parameter that would be another parameter
 */
export function pairsOf(
  owner: string,
  parameters: Readonly<Record<string, unknown>>,
  reserved: readonly string[] = [],
): readonly Pair[] {
  const taken = new Set([...Object.keys(parameters), ...reserved]);
  return Object.entries(parameters).flatMap(([name, given]) =>
    within(parameterOf(owner, name), () => queryPairs(name, given)).map(([key, text]): Pair => {
      if (key !== name && taken.has(key))
        throw new Error(
          `${owner}: ${JSON.stringify(name)} must not have the member ${JSON.stringify(key)}, which is another parameter.`,
        );
      return [key, text, name];
    }),
  );
}

/** Says in an error what cannot be sent. */
export function within<Value>(what: string, write: () => Value): Value {
  try {
    return write();
  } catch (error) {
    throw error instanceof RangeError ? new Error(`${what} ${error.message}`) : error;
  }
}

function parameterOf(owner: string, name: string): string {
  return `${owner}: the parameter ${JSON.stringify(name)}`;
}

function queryPairs(name: string, given: unknown): readonly (readonly [name: string, value: string])[] {
  const { value, form } = unwrap(given);
  if (value === undefined) return [];
  const { style = 'form', explode = style === 'form' || style === 'deepObject' } = form;
  if (style === 'json') return [[name, jsonText(value)]];
  if (Array.isArray(value))
    return explode
      ? value.map((item) => [name, textOf(item)])
      : [[name, value.map(textOf).join(SEPARATORS[style] ?? ',')]];
  if (!isObject(value)) return [[name, textOf(value)]];
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (style === 'deepObject') return members.flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member));
  if (explode) return members.map(([key, member]) => [key, textOf(member)]);
  return [[name, members.flatMap(([key, member]) => [key, textOf(member)]).join(SEPARATORS[style] ?? ',')]];
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

function deepPairs(name: string, value: unknown): readonly (readonly [name: string, value: string])[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => deepPairs(isObject(item) ? `${name}[${index}]` : name, item));
  if (!isObject(value)) return value === undefined ? [] : [[name, textOf(value)]];
  return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member));
}

/** Writes a parameter of a path or a header. */
export function simpleText(
  owner: string,
  name: string,
  given: unknown,
  encode: (text: string) => string,
): string {
  return within(parameterOf(owner, name), () => plainText(name, given, encode));
}

function plainText(name: string, given: unknown, encode: (text: string) => string): string {
  const { value, form } = unwrap(given);
  const { style = 'simple', explode = false } = form;
  if (style === 'json') return encode(jsonText(value));
  const [prefix, separator] = style === 'label' ? ['.', '.'] : style === 'matrix' ? [';', ';'] : ['', ','];
  const start = style === 'matrix' ? `;${name}=` : prefix;
  const joined = explode ? separator : ',';
  if (Array.isArray(value)) {
    const items = value.map((item) => encode(textOf(item)));
    return style === 'matrix' && explode
      ? items.map((item) => `${start}${item}`).join('')
      : start + items.join(joined);
  }
  if (!isObject(value)) return start + encode(textOf(value));
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (explode)
    return prefix + members.map(([key, member]) => `${encode(key)}=${encode(textOf(member))}`).join(joined);
  return start + members.flatMap(([key, member]) => [encode(key), encode(textOf(member))]).join(',');
}

function unwrap(given: unknown): Styled {
  return given instanceof Styled ? given : new Styled(given, {});
}

/** Whether reserved characters of a parameter are sent as they are. */
export function isRaw(given: unknown): boolean {
  return given instanceof Styled && given.form.allowReserved === true;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

/** @throws RangeError for a value that cannot be sent */
export function textOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string' && !value.isWellFormed())
    throw new RangeError('has half of a surrogate pair, which cannot be sent.');
  const problem = numberProblem(value);
  if (problem !== undefined) throw new RangeError(`${problem}.`);
  return typeof value === 'object' ? jsonText(value) : String(value);
}
