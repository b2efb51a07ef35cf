import { isRecord } from '@toolwright/contract';
import { HIDDEN, hideMembers } from './hide-members.js';
import { isTooDeep } from './is-too-deep.js';

/** The members in which providers send call arguments: as an object, as JSON text, or as a chunk of that text. */
const ARGUMENTS: ReadonlySet<string> = new Set(['arguments', 'args', 'input', 'partial_json']);

/**
 * Hides the values of secret parameters in the body of a model request or reply. Hides streamed chunks of arguments completely.
 */
export function hideBody(body: string, names: ReadonlySet<string>): string {
  const whole = parse(body);
  if (whole !== undefined) return JSON.stringify(hide(whole, names));
  return body
    .split('\n')
    .map((line) => hideLine(line, names))
    .join('\n');
}

/** Hides secrets in a line of server-sent events or JSON lines. */
function hideLine(line: string, names: ReadonlySet<string>): string {
  const start = line.indexOf('{');
  if (start === -1) return line;
  const value = parse(line.slice(start));
  // A truncated value cannot be searched, so it is hidden completely.
  return line.slice(0, start) + (value === undefined ? HIDDEN : JSON.stringify(hide(value, names)));
}

function hide(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => hide(item, names));
  if (!isRecord(value)) return value;
  const isPiece = typeof value.type === 'string' && value.type.includes('function_call_arguments');
  const members = Object.entries(value).map(([name, member]) => {
    if (isPiece && name === 'delta') return [name, HIDDEN];
    return [name, ARGUMENTS.has(name) ? hideArgument(name, member, names) : hide(member, names)];
  });
  return Object.fromEntries(members);
}

function hideArgument(name: string, value: unknown, names: ReadonlySet<string>): unknown {
  if (isRecord(value)) return hideMembers(value, names);
  // The `input` of a request is a list of messages or a string.
  if (typeof value !== 'string') return hide(value, names);
  if (value === '') return value;
  const found = parse(value);
  if (found !== undefined && isRecord(found)) return JSON.stringify(hideMembers(found, names));
  return name === 'input' ? value : HIDDEN;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined; // not JSON
  }
}
