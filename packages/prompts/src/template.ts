import { shortenText, ToolwrightError } from '@toolwright/contract';

/** A parsed template: literal text and variables. */
export type Template = readonly TemplatePart[];
export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'variable'; readonly name: string };

const VARIABLE_NAME = /^[\p{L}_$][\p{L}\p{N}_$.-]*$/u;
const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

/**
 * Parses a template: `{name}` is a variable, `{{` and `}}` are literal braces. @param source The template's name in errors. @throws
 * ToolwrightError `INVALID_PROMPT` with line and column for any other brace.
 */
export function parseTemplate(text: string, source: string): Template {
  const parts: TemplatePart[] = [];
  let literal = '';
  let position = 0;
  for (const token of text.matchAll(TOKEN)) {
    literal += text.slice(position, token.index);
    position = token.index + token[0].length;
    const name = token[1]?.trim();
    if (token[0] === '{{') literal += '{';
    else if (token[0] === '}}') literal += '}';
    else if (name === undefined || !VARIABLE_NAME.test(name))
      throw malformed(text, token.index, token[0], source);
    else {
      if (literal !== '') parts.push({ type: 'text', text: literal });
      literal = '';
      parts.push({ type: 'variable', name });
    }
  }
  literal += text.slice(position);
  if (literal !== '') parts.push({ type: 'text', text: literal });
  return parts;
}

/** Doubles the braces in text, so that a template renders it unchanged. */
export function escapeTemplate(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}

function malformed(text: string, offset: number, token: string, source: string): ToolwrightError {
  const before = text.slice(0, offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const reason =
    token === '{'
      ? "'{' is never closed"
      : token === '}'
        ? "'}' has no matching '{'"
        : `'${shortenText(token, 40, ' …}')}' is not a valid variable name`;
  return new ToolwrightError('INVALID_PROMPT', `Prompt '${source}' is malformed at ${place}: ${reason}.`, {
    blame: 'developer',
    hint: "Write variables as {name}, and '{{' or '}}' for a literal brace.",
  });
}
