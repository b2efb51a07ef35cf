/** A URI or a URI template: level 1 of RFC 6570, and `{+name}` of level 2. */
export interface UriTemplate {
  readonly text: string;
  /** The names of the variables in source order; empty for a plain URI. */
  readonly variables: readonly string[];
  /** A text that is equal for templates that match the same URIs. */
  readonly shape: string;
  /** Returns the decoded values of the variables; undefined if the URI does not match or is longer than 65,536 characters. */
  match(uri: string): Readonly<Record<string, string>> | undefined;
  /** Returns the URI with these values. A missing value is treated as empty. */
  expand(values: Readonly<Record<string, string>>): string;
}

export type UriTemplateRead =
  | { readonly template: UriTemplate; readonly problem?: undefined }
  /** The problem as a predicate, e.g. `has no scheme`. */
  | { readonly template?: undefined; readonly problem: string };

interface Variable {
  readonly name: string;
  /** `{+name}`: the value may contain slashes and other reserved characters. */
  readonly reserved: boolean;
}

type Part = string | Variable;

/**
 * Parses a URI or a template. `{name}` matches text without slashes, `{+name}` matches any text.
 * @see https://datatracker.ietf.org/doc/html/rfc6570#section-3.2
 */
export function readUriTemplate(text: string): UriTemplateRead {
  const parts: Part[] = [];
  for (const piece of text.split(/(\{[^{}]*\})/)) {
    const variable = piece.startsWith('{') && piece.endsWith('}') ? readVariable(piece) : undefined;
    if (typeof variable === 'string') return { problem: variable };
    if (piece !== '') parts.push(variable ?? piece);
  }
  const problem = findProblem(text, parts);
  return problem === undefined ? { template: createTemplate(text, parts) } : { problem };
}

/** @returns a variable, or the problem with the expression as a string */
function readVariable(expression: string): Variable | string {
  const [, operator, name] = /^\{(\+?)([A-Za-z_]\w*)\}$/.exec(expression) ?? [];
  if (name !== undefined) return { name, reserved: operator === '+' };
  return `has the expression ${expression}; only {name} and {+name} are supported`;
}

function findProblem(text: string, parts: readonly Part[]): string | undefined {
  const [first] = parts;
  if (typeof first !== 'string' || !SCHEME.test(first)) return 'has no scheme, such as docs://';
  const literals = parts.filter((part) => typeof part === 'string').join('');
  const [brace] = /[{}]/.exec(literals) ?? [];
  if (brace !== undefined) return `has a single ${brace}`;
  const [character] = REFUSED.exec(literals) ?? [];
  if (character !== undefined) return `has the character ${JSON.stringify(character)}, which must be encoded`;
  const names = new Set<string>();
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') continue;
    if (names.has(part.name)) return `has the variable ${part.name} twice`;
    names.add(part.name);
    if (typeof (parts[index + 1] ?? '') !== 'string')
      return `has nothing between {${part.name}} and the next variable`;
  }
  const sample = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  return URL.canParse(sample) ? undefined : `is not a URI: ${text}`;
}

/** @see https://datatracker.ietf.org/doc/html/rfc3986#section-3.1 */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** Characters that RFC 6570 does not allow in literals and RFC 3986 does not allow in URIs. A percent sign must begin an encoded byte. */
const REFUSED = /[\p{Cc}\p{Z}"'<>\\^`|]|%(?![\dA-Fa-f]{2})/u;

function createTemplate(text: string, parts: readonly Part[]): UriTemplate {
  const variables = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  const shape = parts
    .map((part) => (typeof part === 'string' ? part : part.reserved ? '{+}' : '{}'))
    .join('');
  return {
    text,
    variables,
    shape,
    match: (uri) => (variables.length > 0 ? matchParts(uri, parts) : uri === text ? {} : undefined),
    expand: (values) =>
      parts
        .map((part) => (typeof part === 'string' ? part : encode(values[part.name] ?? '', part.reserved)))
        .join(''),
  };
}

/** The maximum length of a URI in characters. Clients may send URIs of any length, which every template of a registry must test. */
const MAX_URI = 65_536;

/**
 * Matches a URI in linear time by following all possible matches in parallel. If several matches exist, the match with the shortest
 * leading variables is used.
 */
function matchParts(uri: string, parts: readonly Part[]): Record<string, string> | undefined {
  if (uri.length > MAX_URI) return undefined;
  /** The start position of each part, by the part's index and its end position. */
  const steps: (readonly (number | undefined)[])[] = [];
  let ends: readonly (number | undefined)[] = [0];
  for (const part of parts) {
    ends = typeof part === 'string' ? afterLiteral(uri, part, ends) : afterVariable(uri, part, ends);
    // Most URIs belong to other templates.
    if (ends.length === 0) return undefined;
    steps.push(ends);
  }
  const values: [string, string][] = [];
  let end = uri.length;
  for (const [index, part] of [...parts.entries()].reverse()) {
    const start = steps[index]?.[end];
    if (start === undefined) return undefined;
    if (typeof part !== 'string') {
      const value = decode(uri.slice(start, end));
      if (value === undefined) return undefined;
      values.push([part.name, value]);
    }
    end = start;
  }
  return Object.fromEntries(values.reverse());
}

function afterLiteral(
  uri: string,
  literal: string,
  before: readonly (number | undefined)[],
): (number | undefined)[] {
  const ends: (number | undefined)[] = [];
  for (const [position, start] of before.entries()) {
    if (start !== undefined && uri.startsWith(literal, position)) ends[position + literal.length] = position;
  }
  return ends;
}

function afterVariable(
  uri: string,
  { reserved }: Variable,
  before: readonly (number | undefined)[],
): (number | undefined)[] {
  const ends: (number | undefined)[] = [];
  let start: number | undefined;
  for (let position = 0; position < uri.length; position += 1) {
    if (before[position] !== undefined) start ??= position;
    if (!reserved && BETWEEN.has(uri.charAt(position))) start = undefined;
    if (start !== undefined) ends[position + 1] = start;
  }
  return ends;
}

/** Characters that end the value of `{name}`. */
const BETWEEN: ReadonlySet<string> = new Set('/?#');

/** Returns undefined if the bytes are not valid UTF-8. */
function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    // An encoded byte sequence is invalid.
    return undefined;
  }
}

function encode(value: string, reserved: boolean): string {
  const text = value.toWellFormed();
  if (reserved) return encodeURI(text).replaceAll('%5B', '[').replaceAll('%5D', ']');
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
