import type { JsonValue } from '@toolwright/contract';
import { jsonText } from './json-text.js';

/** A tool's result for reading: a text as it is, other JSON on one line where it is short, else laid out on several. */
export function formatValue(value: JsonValue, columns: number): string {
  if (typeof value === 'string') return value;
  try {
    return layOut(value, columns);
  } catch {
    // Too deep for JSON: the text says so.
    return jsonText(value);
  }
}

/** A call's arguments for reading. What is not JSON, or is short already, stays as the model wrote it. */
export function formatArguments(text: string, columns: number): string {
  const written = text.trim();
  if (written.length <= columns && !written.includes('\n')) return written;
  try {
    return layOut(JSON.parse(written), columns);
  } catch {
    // The model wrote something else than JSON; the log shows what.
    return written;
  }
}

/** Beyond this, in characters, laying out costs time and nobody sees its end. */
const LARGE = 100_000;
/** Levels below which members stay on one line. */
const DEEP = 8;
const INDENT = '  ';

/**
 * On one line where it fits; else each member on a line, laid out in the same way.
 * @param taken Columns of the first line that the name and the comma of a member need.
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
