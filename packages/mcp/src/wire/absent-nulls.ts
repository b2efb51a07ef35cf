import { isRecord } from '@toolwright/contract';

/** The text of a message as the SDK can read it. */
interface CleanText {
  readonly text: string;
  /** Members that were null and are left out, by their names. */
  readonly absent: readonly string[];
}

/**
 * Reads null as an absent member, as many servers mean it: the SDK would refuse the whole message. Where the protocol gives null a meaning,
 * it stays. Methods that are not of the protocol, and texts that are not JSON, stay as they are.
 * @param methodOf the method of the request with an id
 */
export function readNulls(text: string, methodOf: (id: unknown) => string | undefined): CleanText {
  if (!text.includes('null')) return { text, absent: [] };
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    // Whoever reads it says so.
    return { text, absent: [] };
  }
  const absent = new Set<string>();
  for (const one of Array.isArray(message) ? message : [message])
    if (isRecord(one)) clean(one, methodOf, absent);
  return absent.size === 0 ? { text, absent: [] } : { text: JSON.stringify(message), absent: [...absent] };
}

type Members = Record<string, unknown>;

function clean(message: Members, methodOf: (id: unknown) => string | undefined, absent: Set<string>): void {
  const isResponse = typeof message.method !== 'string';
  for (const key of [
    'params',
    'error',
    ...(isRecord(message.error) ? ['result'] : []),
    ...(isResponse ? [] : ['id']),
  ])
    leaveOut(message, key, absent);
  // An error about a request whose id could not be read has the id null.
  if (isResponse && isRecord(message.error)) {
    leaveOut(message, 'id', absent);
    leaveOut(message.error, 'data', absent);
  }
  const method = isResponse ? methodOf(message.id) : String(message.method);
  if (method === undefined || !OF_THE_PROTOCOL.test(method)) return;
  const open: object[] = [message.params, message.result].filter((part) => isRecord(part));
  // Not recursive: a server decides how deep it is.
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    for (const [key, member] of Object.entries(value)) {
      if (member === null && !Array.isArray(value)) {
        const isMeant = MEANT.has(key) || (TASK_TIMES.has(key) && 'taskId' in value);
        if (!isMeant) leaveOut(value as Members, key, absent);
      } else if (key === '_meta' && isRecord(member)) leaveOut(member, 'progressToken', absent);
      else if (typeof member === 'object' && member !== null && !OPAQUE.has(key)) open.push(member);
    }
  }
}

function leaveOut(value: Members, key: string, absent: Set<string>): void {
  if (value[key] !== null) return;
  delete value[key];
  absent.add(key);
}

const OF_THE_PROTOCOL =
  /^(?:initialize|ping|server\/discover|(?:tools|resources|prompts|completion|logging|tasks|subscriptions|notifications|elicitation|sampling|roots)\/[\w/]+)$/;

/** Any JSON value, or required. */
const MEANT: ReadonlySet<string> = new Set(['structuredContent', 'data']);

/** Null: without limit. */
const TASK_TIMES: ReadonlySet<string> = new Set(['ttl', 'ttlMs']);

/** Schemas, and data of whoever wrote it. */
const OPAQUE: ReadonlySet<string> = new Set([
  'inputSchema',
  'outputSchema',
  'requestedSchema',
  'structuredContent',
  'data',
  'arguments',
  'input',
  'metadata',
  'experimental',
  'extensions',
]);
