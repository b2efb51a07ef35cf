/** Where a text stops being JSON. */
export interface JsonTextError {
  /** Index of the first character that cannot stand there; the text's length where it ends too early. */
  readonly position: number;
  readonly expected: string;
}

/**
 * Finds what is wrong with a text that `JSON.parse` refuses: its own messages differ between versions of Node and often lack
 * the place. Undefined where the text is JSON.
 */
export function findJsonError(text: string): JsonTextError | undefined {
  const open: ('{' | '[')[] = [];
  let state: State = 'value';
  for (let position = skipSpace(text, 0); ; position = skipSpace(text, position)) {
    const next = text[position];
    if (state === 'end' && next === undefined) return undefined;
    const token = readToken(text, position);
    if (token.error !== undefined) return { position: token.end, expected: token.error };
    const following = advance(state, token.kind, open);
    if (following === undefined) return { position, expected: EXPECTED[state] };
    state = following;
    position = token.end;
  }
}

type State = keyof typeof EXPECTED;
type TokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'none';

const EXPECTED = {
  value: 'a value',
  firstItem: "a value or ']'",
  key: 'a property name in double quotes',
  firstKey: "a property name in double quotes or '}'",
  colon: "':'",
  nextMember: "',' or '}'",
  nextItem: "',' or ']'",
  end: 'the end of the text',
} as const;

/** The state after a token, or undefined where the token cannot stand there. Keeps track of what is open. */
function advance(state: State, token: TokenKind, open: ('{' | '[')[]): State | undefined {
  const closes =
    (token === '}' && (state === 'firstKey' || state === 'nextMember')) ||
    (token === ']' && (state === 'firstItem' || state === 'nextItem'));
  if (closes) {
    open.pop();
    return afterValue(open);
  }
  switch (state) {
    case 'value':
    case 'firstItem':
      if (token === 'string' || token === 'scalar') return afterValue(open);
      if (token !== '{' && token !== '[') return undefined;
      open.push(token);
      return token === '{' ? 'firstKey' : 'firstItem';
    case 'key':
    case 'firstKey':
      return token === 'string' ? 'colon' : undefined;
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'nextMember':
      return token === ',' ? 'key' : undefined;
    case 'nextItem':
      return token === ',' ? 'value' : undefined;
    case 'end':
      return undefined;
  }
}

function afterValue(open: readonly ('{' | '[')[]): State {
  const innermost = open.at(-1);
  if (innermost === undefined) return 'end';
  return innermost === '{' ? 'nextMember' : 'nextItem';
}

interface Token {
  readonly kind: TokenKind;
  readonly end: number;
  /** What should have stood at `end`, where a string is broken. */
  readonly error?: string;
}

const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

function readToken(text: string, start: number): Token {
  const first = text[start];
  switch (first) {
    case '{':
    case '}':
    case '[':
    case ']':
    case ',':
    case ':':
      return { kind: first, end: start + 1 };
    case '"':
      return readString(text, start);
    default:
      SCALAR.lastIndex = start;
      return SCALAR.test(text) ? { kind: 'scalar', end: SCALAR.lastIndex } : { kind: 'none', end: start };
  }
}

function readString(text: string, start: number): Token {
  let position = start + 1;
  for (;;) {
    const code = text.charCodeAt(position);
    if (Number.isNaN(code)) return { kind: 'none', end: position, error: 'a closing double quote' };
    if (code < 0x20)
      return { kind: 'none', end: position, error: 'an escape such as \\n instead of a control character' };
    if (code === QUOTE) return { kind: 'string', end: position + 1 };
    if (code === BACKSLASH) {
      const valid = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(position, position + 6));
      if (valid === null) return { kind: 'none', end: position, error: 'a valid escape' };
      position += valid[0].length;
    } else {
      position += 1;
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function skipSpace(text: string, start: number): number {
  let position = start;
  while (
    text[position] === ' ' ||
    text[position] === '\n' ||
    text[position] === '\t' ||
    text[position] === '\r'
  ) {
    position += 1;
  }
  return position;
}
