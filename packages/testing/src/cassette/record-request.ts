import { type JsonValue, ToolwrightError } from '@toolwright/contract';
import { canonicalJson, sha256 } from '@toolwright/json';
import type { Redaction } from '@toolwright/redaction';
import type { RecordedRequest } from './exchange.js';

/**
 * Returns a request in the form in which it is compared and written. Ids of calls become `id 1`, `id 2` in the order of their appearance,
 * because clients generate them where the provider sends none. Bytes become their hash and size.
 */
export function recordRequest(
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit | undefined,
  redaction: Redaction,
): RecordedRequest {
  const request = input instanceof Request ? input : undefined;
  const { pathname, search } = new URL(request?.url ?? String(input));
  const method = init?.method ?? request?.method ?? 'GET';
  const path = redactQuery(pathname, search, redaction);
  return { method, path, body: recordBody(init?.body ?? null, redaction) };
}

function redactQuery(pathname: string, search: string, redaction: Redaction): string {
  const query = [...new URLSearchParams(search)].map(
    ([name, value]) => `${name}=${String(redaction.redactMember(name, value))}`,
  );
  return redaction.redact(pathname) + (query.length === 0 ? '' : `?${query.join('&')}`);
}

function recordBody(body: RequestInit['body'] | null, redaction: Redaction): JsonValue {
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
    return redaction.redact(body);
  }
  const bytes: string[] = [];
  const neutral = neutralise(parsed, new Map(), bytes);
  // The redactor sees no bytes, in which it could find what looks like a key.
  const masked = redaction.redactBody(canonicalJson(neutral));
  return JSON.parse(masked, (_, value: JsonValue) =>
    typeof value === 'string' ? value.replace(MARK, (mark, index) => bytes[Number(index)] ?? mark) : value,
  );
}

const IDS: ReadonlySet<string> = new Set(['id', 'tool_call_id', 'call_id', 'tool_use_id']);
const DATA_URL = /^data:([^;,]*)[^,]*;base64,/;
/** Base64 of at least 150 bytes. No text of people has words of this length. */
const BASE64 = /^[\w+/-]{200,}={0,2}$/;
const MARK = /⟦bytes (\d+)⟧/g;

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

/** @param ids the ids so far; undefined within data, where only bytes are replaced */
function neutralise(
  value: JsonValue,
  ids: Map<string, string> | undefined,
  bytes: string[],
  name = '',
): JsonValue {
  if (typeof value === 'string') {
    if (ids === undefined || !IDS.has(name)) return replaceBytes(value, bytes);
    const id = ids.get(value) ?? `id ${ids.size + 1}`;
    ids.set(value, id);
    return id;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => neutralise(item, ids, bytes));
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    members.map(([key, item]) => [key, neutralise(item, isData(value, key) ? undefined : ids, bytes, key)]),
  );
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function replaceBytes(text: string, bytes: string[]): string {
  const [start = '', type = ''] = DATA_URL.exec(text) ?? [];
  const data = text.slice(start.length);
  if (start === '' && !BASE64.test(data)) return text;
  const content = Buffer.from(data, 'base64');
  const kind = type === '' ? '' : `${type}, `;
  bytes.push(`[${kind}${content.length} bytes, sha256 ${sha256(data)}]`);
  return `⟦bytes ${bytes.length - 1}⟧`;
}
