import { scanJson } from './scan-json.js';

export interface SanitizedJson {
  readonly text: string;
  /** One sentence for each kind of change. */
  readonly changes: readonly string[];
}

/**
 * Makes the strings of an object or list valid JSON: control characters and quotes in them are escaped, backslashes that escape
 * nothing too, and other quotes around them become double ones. Nothing outside of strings is touched.
 */
export function sanitizeJson(text: string): SanitizedJson {
  const changes = new Set<string>();
  let result = '';
  let copied = 0;
  for (const { start, end } of scanJson(text, 0).strings) {
    result += text.slice(copied, start) + sanitizeString(text.slice(start, end), changes);
    copied = end;
  }
  return { text: result + text.slice(copied), changes: [...changes] };
}

const CONTROLS = 'Control characters within strings were escaped.';
const BACKSLASHES = 'Backslashes within strings that escape nothing were corrected.';
const QUOTES = 'Quotes within or around strings were corrected.';

/** What needs a look, outside of the quotes that belong to the string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const SPECIAL = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|.?)|["\u0000-\u001f]/gs;
/** Characters that models escape although JSON does not, as in Markdown and other languages. */
const NEEDLESS = "'_`";

function sanitizeString(literal: string, changes: Set<string>): string {
  if (!literal.startsWith('"')) changes.add(QUOTES);
  const content = literal.slice(1, -1).replace(SPECIAL, (found) => {
    if (found === '"') return note(QUOTES, '\\"');
    if (found < ' ') return note(CONTROLS, escapeControl(found));
    if (found.length !== 2 || '"\\/bfnrt'.includes(found.charAt(1))) return found;
    const escaped = found.charAt(1);
    if (NEEDLESS.includes(escaped)) return note(BACKSLASHES, escaped);
    return note(BACKSLASHES, `\\\\${escaped < ' ' ? escapeControl(escaped) : escaped}`);
  });
  return `"${content}"`;

  function note(change: string, replacement: string): string {
    changes.add(change);
    return replacement;
  }
}

function escapeControl(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}
