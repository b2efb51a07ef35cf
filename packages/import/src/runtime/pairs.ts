import { jsonText } from './exact-json.js';
import { isObject, joined, parameterOf, textOf, unwrap, within, withoutNulls } from './parameters.js';

/** A name, an encoded value, and the parameter that they are of. */
export type Pair = readonly [key: string, value: string, name: string];

/**
 * Writes query parameters or the fields of a form as pairs; none for undefined and null, which RFC 6570 takes for undefined.
 * @param reserved names that no member of a parameter may have, either
 * @throws Error for a member of a parameter that would be another parameter, or a part of one
 */
export function pairsOf(
  owner: string,
  parameters: Readonly<Record<string, unknown>>,
  reserved: readonly string[] = [],
): readonly Pair[] {
  const declared = [...Object.keys(parameters), ...reserved];
  const names = new Set(declared);
  // What a key belongs to: `filter` of `filter[a]`. Members that no parameter declares belong to the first that has them.
  const owners = new Map<string, string | undefined>(declared.map((name) => [baseOf(name), undefined]));
  return Object.entries(parameters).flatMap(([name, given]) =>
    within(parameterOf(owner, name), () => queryPairs(name, given)).map(([key, text]): Pair => {
      const base = baseOf(key);
      if (!owners.has(base)) owners.set(base, name);
      const isOther = base !== baseOf(name) && owners.get(base) !== name;
      if (key !== name && (names.has(key) || isOther))
        throw new Error(
          `${owner}: ${JSON.stringify(name)} must not have the member ${JSON.stringify(key)}, which is another parameter.`,
        );
      return [key, text, name];
    }),
  );
}

function baseOf(key: string): string {
  const [base = ''] = key.split('[');
  return base;
}

/** Writes a pair as a part of an address or a form. */
export function pairText([key, value]: readonly [key: string, value: string, ...unknown[]]): string {
  return `${encodeURIComponent(key)}=${value}`;
}

function queryPairs(name: string, given: unknown): readonly (readonly [name: string, value: string])[] {
  const { value, form } = unwrap(given);
  const { style = 'form', explode = style === 'form' || style === 'deepObject' } = form;
  const encode = (text: string): string =>
    form.allowReserved === true
      ? encodeURI(text).replace(/[#&+]/g, encodeURIComponent)
      : encodeURIComponent(text);
  const written = (item: unknown): string => encode(textOf(item));
  if (value === undefined) return [];
  if (style === 'json') return [[name, encode(jsonText(value))]];
  const present = withoutNulls(value);
  if (present === undefined) return [];
  const separator = SEPARATORS[style] ?? ',';
  if (Array.isArray(present))
    return explode
      ? present.map((item) => [name, written(item)])
      : [[name, joined(present.map(written), separator)]];
  if (!isObject(present)) return [[name, written(present)]];
  const members = Object.entries(present);
  if (style === 'deepObject')
    return members.flatMap(([key, member]) => deepPairs(`${name}[${textOf(key)}]`, member, written));
  if (explode) return members.map(([key, member]) => [textOf(key), written(member)]);
  return [[name, joined(members.flat().map(written), separator)]];
}

/** What is between items, as it is sent. */
const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

function deepPairs(
  name: string,
  value: unknown,
  written: (item: unknown) => string,
): readonly (readonly [name: string, value: string])[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      deepPairs(isObject(item) ? `${name}[${index}]` : name, item, written),
    );
  if (!isObject(value)) return [[name, written(value)]];
  return Object.entries(value).flatMap(([key, member]) =>
    deepPairs(`${name}[${textOf(key)}]`, member, written),
  );
}
