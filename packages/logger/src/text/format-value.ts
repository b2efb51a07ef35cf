import { isRecord, type JsonValue } from '@toolwright/contract';
import { jsonText } from './json-text.js';
import { outlineValue } from './outline-value.js';
import type { Room } from './shorten.js';

/** The space for a value in a log. */
export interface ValuePage {
  /** The columns of a line. Infinite if lines are not wrapped. */
  readonly columns: number;
  readonly room: Room;
  /** Masks secrets in JSON. Only called if parts are left out: the rest of a secret may not look like one. */
  readonly maskJson: (json: string) => string;
}

/** A value as text. `isCut`: it was shortened already, so that it must not be truncated again. */
export interface FormattedValue {
  readonly text: string;
  readonly isCut: boolean;
}

/** Formats a tool's result for people: a string unchanged, other JSON on one line if it fits, otherwise on several lines. */
export function formatValue(value: JsonValue, page: ValuePage): FormattedValue {
  if (typeof value === 'string') return { text: value, isCut: false };
  try {
    return formatJson(value, page);
  } catch {
    // Nested too deeply for JSON; the returned text reports this.
    return { text: jsonText(value), isCut: false };
  }
}

/** Formats a call's arguments for people. Short arguments and invalid JSON stay exactly as the model wrote them. */
export function formatArguments(text: string, page: ValuePage): FormattedValue {
  const written = text.trim();
  const whole = { text: written, isCut: false };
  if (written.length <= Math.min(page.columns, page.room.characters) && !written.includes('\n')) return whole;
  try {
    const value: unknown = JSON.parse(written);
    return Array.isArray(value) || isRecord(value) ? formatJson(value, page) : whole;
  } catch {
    // Not JSON; the log shows exactly what the model wrote.
    return whole;
  }
}

function formatJson(value: unknown, { columns, room, maskJson }: ValuePage): FormattedValue {
  const json = JSON.stringify(value) ?? 'null';
  const wraps = Number.isFinite(columns);
  if (json.length <= Math.min(columns, room.characters)) return { text: json, isCut: false };
  if (room.characters === Number.POSITIVE_INFINITY) {
    return { text: wraps ? layOut(value, columns) : json, isCut: false };
  }
  const masked = maskJson(json);
  const shown: unknown = masked === json ? value : JSON.parse(masked);
  return { text: outlineValue(shown, { columns, ...room }), isCut: true };
}

/** The number of characters above which values are not formatted, because formatting takes time and nobody reads such values to the end. */
const LARGE = 100_000;
/** Members below this depth stay on one line. */
const DEEP = 8;
const INDENT = '  ';

/**
 * Writes a whole value: on one line if it fits, otherwise each member on a separate line.
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
