import { isRecord } from '@toolwright/contract';

/** A message without the nulls that the SDK would refuse. */
interface CleanText {
  readonly text: string;
  /** The names of the removed members. */
  readonly absent: readonly string[];
}

/**
 * Removes members whose value is null. Many servers send null for absent members, and the SDK would refuse the whole message. Keeps each
 * null that has a meaning in the protocol. Does not change messages with unknown methods or text that is not JSON.
 * @param methodOf returns the method of the request with the given id
 */
export function readNulls(text: string, methodOf: (id: unknown) => string | undefined): CleanText {
  if (!text.includes('null')) return { text, absent: [] };
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return { text, absent: [] }; // the SDK reports it
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
  // In an error about a request with an unreadable id, the id is null.
  if (isResponse && isRecord(message.error)) {
    leaveOut(message, 'id', absent);
    leaveOut(message.error, 'data', absent);
  }
  const method = isResponse ? methodOf(message.id) : String(message.method);
  if (method === undefined || !OF_THE_PROTOCOL.test(method)) return;
  const open: object[] = [message.params, message.result].filter((part) => isRecord(part));
  // Iterative, because a server can send messages of any depth.
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

/** Members for which null is valid. */
const MEANT: ReadonlySet<string> = new Set(['structuredContent', 'data']);

/** Members of tasks for which null means unlimited. */
const TASK_TIMES: ReadonlySet<string> = new Set(['ttl', 'ttlMs']);

/** Members that contain schemas or arbitrary data and must not be changed. */
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
