/** What a piece of a program is, for its colour. */
export type TokenKind = 'plain' | 'comment' | 'text' | 'keyword' | 'number';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

// In each pattern, the end of a text or comment is optional: a pattern that failed at the end of a long line would be tried again at each of
// its characters.
const TOKEN =
  /(?<comment>\/\/[^\n\r\u2028\u2029]*|\/\*(?:[^*]+|\*(?!\/))*(?:\*\/)?)|(?<text>'(?:[^'\\\n\r]+|\\.)*'?|"(?:[^"\\\n\r]+|\\.)*"?)|(?<word>[\p{L}_$][\p{L}\d_$]*)|(?<number>\d[\w.]*)|\s+|./suy;
/** A regular expression, which can contain quotes. */
const PATTERN = /\/(?:[^/\\[\n\r]+|\\[^\n\r]|\[(?:[^\]\\\n\r]+|\\[^\n\r])*\]?)*\/?\w*/uy;
/** A template up to its end or to an expression in it. */
const TEMPLATE = /(?:[^`\\$]+|\\.?|\$(?!\{))*(?:`|\$\{)?/suy;

const KEYWORDS = new Set(
  `as async await break case catch class const continue debugger default delete do else enum export extends false finally for function if
import in instanceof interface let new null of return satisfies static super switch this throw true try type typeof undefined var void while
yield`.split(/\s/),
);
/** After these, a slash divides. */
const OPERAND = /^(?:[\p{L}\d_$)\]}"'`])/u;

/** Splits TypeScript into tokens whose texts together are the given one. Takes linear time, also for text that is no program. */
export function splitTokens(code: string): readonly Token[] {
  const tokens: Token[] = [];
  /** For each template that is open around the place, the number of braces that are open in its expression. */
  const templates: number[] = [];
  let last = '';
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(code);
    at += found?.[0].length ?? 0;
    return found ?? undefined;
  };
  const addTemplate = (opening: string): void => {
    const rest = take(TEMPLATE)?.[0] ?? '';
    add(tokens, 'text', opening + rest);
    if (rest.endsWith('${')) templates.push(0);
    last = rest.endsWith('${') ? '{' : '`';
  };
  while (at < code.length) {
    if (code[at] === '/' && !OPERAND.test(last) && !/[/*]/.test(code[at + 1] ?? '')) {
      add(tokens, 'text', take(PATTERN)?.[0] ?? '');
      last = '`';
      continue;
    }
    const found = take(TOKEN);
    if (found === undefined) break;
    const [text] = found;
    const { comment, text: quoted, word, number } = found.groups ?? {};
    const open = templates.at(-1);
    if (text === '`') addTemplate(text);
    else if (text === '}' && open === 0) {
      templates.pop();
      addTemplate(text);
    } else {
      if (open !== undefined && (text === '{' || text === '}'))
        templates[templates.length - 1] = open + (text === '{' ? 1 : -1);
      const isKeyword = word !== undefined && KEYWORDS.has(word) && last !== '.';
      if (comment !== undefined) add(tokens, 'comment', text);
      else if (quoted !== undefined) add(tokens, 'text', text);
      else add(tokens, isKeyword ? 'keyword' : number === undefined ? 'plain' : 'number', text);
      if (comment === undefined && text.trim() !== '') last = isKeyword && word !== 'this' ? '(' : text;
    }
  }
  return tokens;
}

/** Adds a token, joined with the last one if that is of the same kind. */
function add(tokens: Token[], kind: TokenKind, text: string): void {
  const last = tokens.at(-1);
  if (last?.kind === kind) tokens[tokens.length - 1] = { kind, text: last.text + text };
  else tokens.push({ kind, text });
}
