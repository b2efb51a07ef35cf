import jsTokens from 'js-tokens';

/** Every module with decorators contains one of these texts. Bundlers written in Rust use them as a filter. */
export const DECORATOR_TEXTS = ['@', 'accessor'];

/**
 * Whether JavaScript contains decorators, or an `accessor` in a class, which is part of the same proposal. Ignores comments, strings and
 * regular expressions that look like decorators. Linear in the length of the code; a single search is sufficient for most modules.
 */
export function hasDecorators(code: string): boolean {
  if (!CANDIDATE.test(code)) return false;
  let keyword = false;
  let before = '';
  for (const { type, value } of jsTokens(code, { jsx: true })) {
    if (type === 'WhiteSpace' || type === 'MultiLineComment') continue;
    if (value === '@' && type === 'Invalid') return true;
    if (keyword && isMemberName(type, value)) return true;
    keyword = value === 'accessor' && type === 'IdentifierName' && before !== '.' && before !== '?.';
    before = value;
  }
  return false;
}

/**
 * Matches an `@` that may start a decorator: not inside a word, and not at the start of a string (`'@scope/package'`) or of a JSDoc line.
 */
const CANDIDATE = /(?<!["'`\w]|^[ \t]*\*[ \t]*|\/\*\*?[ \t]*)@|\baccessor[ \t]+[\w$#"'[\u0080-\uffff]/m;

/** Whether a token is a member name after the keyword `accessor`. After a variable called `accessor`, an operator follows. */
function isMemberName(type: string, value: string): boolean {
  if (type === 'IdentifierName') return !OPERATORS.has(value);
  return type === 'PrivateIdentifier' || type === 'StringLiteral';
}

const OPERATORS = new Set(['in', 'instanceof', 'of', 'as', 'from']);
