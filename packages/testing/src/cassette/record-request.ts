import { type JsonValue, ToolwrightError } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';
import type { Redaction } from '@toolwright/redaction';
import type { RecordedRequest } from './exchange.js';
import { markSecrets } from './mark-secrets.js';
import { Bytes } from './record-bytes.js';

/**
 * Returns a request in the form in which it is compared and written. Ids of calls become `id 1`, `id 2` in the order of their appearance,
 * because clients generate them where the provider sends none. Bytes become their hash and size.
 */
export function recordRequest(
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit | undefined,
  redaction: Redaction,
  salt: string,
): RecordedRequest {
  const request = input instanceof Request ? input : undefined;
  const { pathname, search } = new URL(request?.url ?? String(input));
  const method = init?.method ?? request?.method ?? 'GET';
  const path = redactQuery(pathname, search, redaction);
  return { method, path, body: recordBody(init?.body ?? null, redaction, salt) };
}

export function redactQuery(pathname: string, search: string, redaction: Redaction): string {
  const query = [...new URLSearchParams(search)].map(
    ([name, value]) => `${name}=${String(redaction.redactMember(name, value))}`,
  );
  return redaction.redact(pathname) + (query.length === 0 ? '' : `?${query.join('&')}`);
}

function recordBody(body: RequestInit['body'] | null, redaction: Redaction, salt: string): JsonValue {
  if (body === null || body === undefined) return null;
  if (typeof body !== 'string')
    throw new ToolwrightError('UNSUPPORTED', 'Only requests whose body is text can be recorded.', {
      blame: 'developer',
      hint: 'Record a client that createClient made.',
    });
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(body);
  } catch {
    return markSecrets(redaction.redact(body), body, salt);
  }
  const bytes = new Bytes();
  const neutral = canonicalJson(neutralise(parsed, { bytes, isInData: false }, NO_MEMBER));
  const masked = redaction.redactBody(neutral);
  const described = (text: string): JsonValue =>
    JSON.parse(text, (_, value: JsonValue) => (typeof value === 'string' ? bytes.describe(value) : value));
  return masked === neutral ? described(masked) : markSecrets(described(masked), described(neutral), salt);
}

/** The members that hold the conversation. */
const MESSAGES: ReadonlySet<string> = new Set(['messages', 'input', 'contents']);
const CALL_IDS: ReadonlySet<string> = new Set(['tool_call_id', 'call_id', 'tool_use_id']);
const CALLS: ReadonlySet<string> = new Set(['tool_calls', 'functionCall', 'functionResponse']);

/** Whether a member of the conversation is the id of a call. Other ids say what is meant, such as a file. */
function isCallId(holder: { readonly [key: string]: JsonValue }, name: string, within: string): boolean {
  if (name !== 'id') return CALL_IDS.has(name);
  const { type } = holder;
  return CALLS.has(within) || (typeof type === 'string' && /(?:^tool_use|_call|_call_output)$/.test(type));
}

/** What tools get and return, and what describes them: an `id` in it is data. */
const DATA: ReadonlySet<string> = new Set([
  'arguments',
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'input_schema',
  'schema',
  'metadata',
]);

/** Whether a member holds data of tools or of the user, also where its name has another meaning elsewhere. */
function isData(holder: { readonly [key: string]: JsonValue }, name: string): boolean {
  const { type } = holder;
  if (name === 'input') return type === 'tool_use' || type === 'custom_tool_call';
  if (name === 'output') return typeof type === 'string' && type.endsWith('_output');
  return DATA.has(name) || (name === 'content' && type === 'tool_result');
}

const MEDIA_TYPES = ['media_type', 'mimeType', 'mime_type'];

/** Whether a member holds bytes, also few of them. In data, only a media type tells. */
function isBytes(holder: { readonly [key: string]: JsonValue }, name: string, isInData: boolean): boolean {
  const formats = isInData ? MEDIA_TYPES : [...MEDIA_TYPES, 'format'];
  if (name === 'data') return formats.some((format) => typeof holder[format] === 'string');
  return name === 'images' && !isInData;
}

interface Member {
  readonly name: string;
  readonly isBytes: boolean;
  readonly isCallId: boolean;
}

const NO_MEMBER: Member = { name: '', isBytes: false, isCallId: false };

interface Place {
  readonly bytes: Bytes;
  /** The ids so far; undefined outside the conversation. */
  readonly ids?: Map<string, string>;
  /** Within data, only bytes are replaced. */
  readonly isInData: boolean;
}

function neutralise(value: JsonValue, place: Place, member: Member): JsonValue {
  const { bytes, ids, isInData } = place;
  if (typeof value === 'string') {
    if (ids === undefined || !member.isCallId) return bytes.hide(value, member.isBytes);
    const id = ids.get(value) ?? `id ${ids.size + 1}`;
    ids.set(value, id);
    return id;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => neutralise(item, place, { ...member, isCallId: false }));
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    members.map(([name, item]) => {
      const own = {
        name,
        isBytes: isBytes(value, name, isInData),
        isCallId: !isInData && isCallId(value, name, member.name),
      };
      const within =
        member === NO_MEMBER && MESSAGES.has(name) ? { ...place, ids: new Map<string, string>() } : place;
      return [name, neutralise(item, isData(value, name) ? { ...within, isInData: true } : within, own)];
    }),
  );
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
