import type { JsonValue } from '@toolwright/contract';
import { jsonText } from './json-text.js';

/** Formats a tool's result for people: a string unchanged, other JSON on one line if it fits, otherwise on several lines. */
export function formatValue(value: JsonValue, columns: number): string {
  if (typeof value === 'string') return value;
  try {
    return layOut(value, columns);
  } catch {
    // Nested too deeply for JSON; the returned text reports this.
    return jsonText(value);
  }
}

/** Formats a call's arguments for people. Short arguments and invalid JSON stay exactly as the model wrote them. */
export function formatArguments(text: string, columns: number): string {
  const written = text.trim();
  if (written.length <= columns && !written.includes('\n')) return written;
  try {
    return layOut(JSON.parse(written), columns);
  } catch {
    // Not JSON; the log shows exactly what the model wrote.
    return written;
  }
}

/** The number of characters above which values are not formatted, because formatting takes time and nobody reads such values to the end. */
const LARGE = 100_000;
/** Members below this depth stay on one line. */
const DEEP = 8;
const INDENT = '  ';

/**
 * Writes a value on one line if it fits, otherwise each member on a separate line.
 * @param taken the columns of the first line that a member's name and comma take
 */
function layOut(value: unknown, columns: number, taken = 0, depth = 0): string {
  const compact = JSON.stringify(value);
  if (compact.length <= columns - taken || compact.length > LARGE || depth > DEEP) return compact;
  if (typeof value !== 'object' || value === null) return compact;
  const lines = Object.entries(value).map(([key, member]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
    return name + layOut(member, columns - INDENT.length, name.length + 1, depth + 1);
  });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return [open, lines.join(',\n').replaceAll(/^/gm, INDENT), close].join('\n');
}
