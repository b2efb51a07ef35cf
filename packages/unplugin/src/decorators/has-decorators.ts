import jsTokens from 'js-tokens';

/** Texts of which every module with decorators contains one: bundlers in Rust look for them themselves. */
export const DECORATOR_TEXTS = ['@', 'accessor'];

/**
 * True if JavaScript has decorators, or an `accessor` of a class, which is part of the same proposal. Comments, strings and regular
 * expressions that look like decorators do not count. Linear in the length of the code; most modules are answered by one search.
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
 * An `@` that can begin a decorator: neither within a word, nor at the beginning of a string (`'@scope/package'`) or of a line of JSDoc.
 */
const CANDIDATE = /(?<!["'`\w]|^[ \t]*\*[ \t]*|\/\*\*?[ \t]*)@|\baccessor[ \t]+[\w$#"'[\u0080-\uffff]/m;

/** What may follow the keyword `accessor` on its line, where a variable of that name would be followed by an operator. */
function isMemberName(type: string, value: string): boolean {
  if (type === 'IdentifierName') return !OPERATORS.has(value);
  return type === 'PrivateIdentifier' || type === 'StringLiteral';
}

const OPERATORS = new Set(['in', 'instanceof', 'of', 'as', 'from']);
