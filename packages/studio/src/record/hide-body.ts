import { isRecord } from '@toolwright/contract';
import { HIDDEN, hideMembers } from './hide-members.js';
import { isTooDeep } from './is-too-deep.js';

/** Under these names, providers send the arguments of calls: as an object, as its text, or as a piece of the text. */
const ARGUMENTS: ReadonlySet<string> = new Set(['arguments', 'args', 'input', 'partial_json']);

/**
 * The body of a request to a model, or of its reply, without the values of secret parameters. Pieces of arguments that are streamed are left
 * out as a whole.
 */
export function hideBody(body: string, names: ReadonlySet<string>): string {
  const whole = parse(body);
  if (whole !== undefined) return JSON.stringify(hide(whole, names));
  return body
    .split('\n')
    .map((line) => hideLine(line, names))
    .join('\n');
}

/** A line of server-sent events, or of JSON lines. */
function hideLine(line: string, names: ReadonlySet<string>): string {
  const start = line.indexOf('{');
  if (start === -1) return line;
  const value = parse(line.slice(start));
  // What is cut cannot be searched.
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
  // The input of a request is a list of messages, or a question.
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
    return undefined; // no JSON
  }
}
