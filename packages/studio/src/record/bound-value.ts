import { type JsonValue, textStart } from '@toolwright/contract';
import type { Redaction } from '@toolwright/redaction';

/** A value of bounded size, and the number of JSON characters that were removed. */
export interface BoundValue {
  readonly value: JsonValue;
  readonly omitted: number;
}

const MAX_DEPTH = 100;
/** The maximum number of removed values that are counted, to limit the running time. */
const MAX_COUNTED = 2_000_000;
/** The number of characters after a cut that are searched for secrets that start before the cut. */
const MARGIN = 4_096;

/**
 * Copies a value without secrets, up to a maximum number of characters. Takes linear time, even for cyclic values. Ignores getters that
 * throw.
 */
export function boundValue(value: unknown, characters: number, redaction: Redaction): BoundValue {
  const state = { room: characters, omitted: 0, counted: 0 };
  return { value: copy('', value, 0, { state, redaction }) ?? null, omitted: state.omitted };
}

interface Copying {
  readonly state: { room: number; omitted: number; counted: number };
  readonly redaction: Redaction;
}

function copy(key: string, value: unknown, depth: number, copying: Copying): JsonValue | undefined {
  const { state, redaction } = copying;
  if (typeof value === 'string') return copyText(key, value, copying);
  if (value === null || typeof value === 'boolean' || typeof value === 'number') {
    state.room -= 6;
    const safe = redaction.redactMember(key, value);
    return typeof safe === 'number' || typeof safe === 'boolean' || typeof safe === 'string' ? safe : null;
  }
  if (typeof value === 'bigint') return copyText(key, String(value), copying);
  if (typeof value !== 'object') return undefined;
  state.room -= 2;
  if (redaction.isSecret(key)) return '[redacted]';
  if (depth >= MAX_DEPTH) {
    state.omitted += sizeOf(value, depth, state);
    return '…';
  }
  return Array.isArray(value) ? copyList(value, depth, copying) : copyMembers(value, depth, copying);
}

function copyText(key: string, value: string, { state, redaction }: Copying): string {
  const room = Math.max(0, state.room);
  const isCut = value.length > room;
  const safe = String(redaction.redactMember(key, isCut ? value.slice(0, room + MARGIN) : value));
  if (!isCut) {
    state.room -= safe.length + 2;
    return safe;
  }
  const kept = textStart(safe, Math.min(room, safe.length));
  state.room = 0;
  state.omitted += value.length - kept.length;
  return `${kept}…`;
}

function copyList(values: readonly unknown[], depth: number, copying: Copying): JsonValue {
  const kept: JsonValue[] = [];
  for (const value of values) {
    if (copying.state.room > 0) kept.push(copy('', value, depth + 1, copying) ?? null);
    else copying.state.omitted += sizeOf(value, depth + 1, copying.state) + 1;
  }
  return kept;
}

function copyMembers(value: object, depth: number, copying: Copying): JsonValue {
  const { state, redaction } = copying;
  const kept: [string, JsonValue][] = [];
  for (const [key, member] of membersOf(value)) {
    if (state.room <= 0) {
      state.omitted += key.length + 3 + sizeOf(member, depth + 1, state);
      continue;
    }
    state.room -= key.length + 3;
    const copied = copy(key, member, depth + 1, copying);
    if (copied !== undefined) kept.push([redaction.redact(key), copied]);
  }
  return Object.fromEntries(kept);
}

/** Returns the approximate length of a value as JSON. */
function sizeOf(value: unknown, depth: number, state: Copying['state']): number {
  state.counted++;
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return String(value).length;
  if (depth > MAX_DEPTH * 2 || state.counted > MAX_COUNTED) return 0;
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item, depth + 1, state) + 1;
  else
    for (const [key, member] of membersOf(value)) size += key.length + 4 + sizeOf(member, depth + 1, state);
  return size;
}

function membersOf(value: object): [string, unknown][] {
  try {
    return Object.entries(value);
  } catch {
    return []; // a getter or a proxy threw
  }
}
