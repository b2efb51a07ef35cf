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
}

/** Gives a parameter a form other than the usual one of its place. */
export function styled(value: unknown, form: ParameterForm): Styled | undefined {
  return value === undefined ? undefined : new Styled(value, form);
}

type Pair = readonly [name: string, value: string];

/** Writes a query parameter or a form field as pairs; none for undefined. */
export function queryPairs(name: string, given: unknown): readonly Pair[] {
  const { value, form } = unwrap(given);
  if (value === undefined) return [];
  const { style = 'form', explode = style === 'form' || style === 'deepObject' } = form;
  if (style === 'json') return [[name, JSON.stringify(value)]];
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

function deepPairs(name: string, value: unknown): readonly Pair[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => deepPairs(isObject(item) ? `${name}[${index}]` : name, item));
  if (!isObject(value)) return value === undefined ? [] : [[name, textOf(value)]];
  return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member));
}

/** Writes a parameter of a path or a header. */
export function simpleText(name: string, given: unknown, encode: (text: string) => string): string {
  const { value, form } = unwrap(given);
  const { style = 'simple', explode = false } = form;
  if (style === 'json') return encode(JSON.stringify(value));
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

function textOf(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
